import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { LiveTick } from '../../../api/live.ts'
import type { CallOutput } from '../../data/call.ts'
import { useLiveTicks } from '../../data/live.ts'
import { useSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { explained } from '../transparency/anchors.ts'
import { GuessCard } from './guess/guess-card.tsx'
import classes from './hero.module.css'
import { notchCount } from './notches.ts'
import type { Stick } from './stick.ts'
import { TallyStick } from './tally-stick.tsx'

type Props = { stick: Stick | undefined; symbols: CallOutput<'symbols'> | undefined }

/** Introduces the product in one screen: a guess on one market, and its newest prices drawn as a tally stick. */
export function Hero({ stick, symbols }: Props) {
  return (
    <section className={classes.hero}>
      {stick && symbols ? <LiveHero stick={stick} symbols={symbols} /> : <Words />}
    </section>
  )
}

function Words() {
  const isSignedIn = Boolean(useSecret())
  return (
    <div className={classes.words}>
      <h1>
        <Trans>Trade with practice money. Check every result.</Trans>
      </h1>
      <p>
        <Trans>
          Buy or sell shares, currencies and coins for five seconds to three minutes. Each price is published, each
          result follows only from published prices, and each trade has a receipt that you can verify without trusting
          us.
        </Trans>
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={path(isSignedIn ? 'dashboard' : 'signIn')} size="md">
          {isSignedIn ? <Trans>Your office</Trans> : <Trans>Start Trading</Trans>}
        </Button>
        {!isSignedIn && (
          <Button component={Link} to={path('signUp')} size="md" variant="default">
            <Trans>Register</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function LiveHero({ stick, symbols }: { stick: Stick; symbols: CallOutput<'symbols'> }) {
  const [ticks, setTicks] = useState(stick.ticks)
  const { symbol: code, name, source } = stick.symbol
  const onTicks = useCallback((fresh: LiveTick[]) => {
    setTicks((held) => {
      const newest = held.at(-1)?.seq ?? 0
      const added = fresh.filter((tick) => tick.seq > newest)
      return added.length > 0 ? [...held, ...added].slice(-notchCount - 1) : held
    })
  }, [])
  useLiveTicks([code], onTicks)
  const steps = Math.max(0, ticks.length - 1)
  const market = marketWords(source)
  return (
    <>
      <div className={classes.top}>
        <Words />
        <GuessCard stick={stick} symbols={symbols} price={ticks.at(-1)?.price} />
      </div>
      <figure className={classes.stick}>
        <TallyStick ticks={ticks} label={t`The last ${steps} price changes of ${name}`} />
        <figcaption>
          <Trans>
            Each notch is one published price change of {code} ({market}), green for up, red for down; no notch means no
            change. The halves fit because both are cut from{' '}
            <a href={`/api?r=candles&symbol=${code}&interval=1s`}>the same record</a>.{' '}
            <Link to={explained('ticks')}>Where prices come from</Link>
          </Trans>
        </figcaption>
      </figure>
    </>
  )
}

/** Describes a source in `symbols`: `simulated`, `replay:FILE`, `ccxt:EXCHANGE` or the name of a service. */
function marketWords(source: string): string {
  if (source === 'simulated') return t`simulated market`
  const [kind, name] = source.split(':')
  return kind === 'replay' ? t`recorded market` : t`prices from ${name ?? source}`
}
