import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { LiveTick } from '../../../contract/live.ts'
import { useLiveTicks } from '../../data/live.ts'
import { path } from '../../paths.ts'
import { groupDigits } from '../../ui/text/number-text.ts'
import { LivePrice } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import { Change } from './change.tsx'
import classes from './hero.module.css'
import { notchCount } from './notches.ts'
import { TallyStick } from './tally-stick.tsx'

type Stick = {
  symbol: { symbol: string; name: string; changeBps: number | null; source: string }
  ticks: { seq: number; price: string }[]
}

/** Introduces the product in one screen and draws the newest prices of one market as a tally stick. */
export function Hero({ stick }: { stick: Stick | undefined }) {
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <h1>
          <Trans>Trade on practice money. Check every result.</Trans>
        </h1>
        <div className={classes.lead}>
          <p>
            <Trans>
              Buy or sell shares, currencies and coins for five seconds to three minutes. Each price is published, each
              result follows only from published prices, and each trade has a receipt that you can verify without
              trusting us.
            </Trans>
          </p>
          <div className={classes.actions}>
            <Button component={Link} to={path('signIn')} size="md">
              <Trans>Start Trading</Trans>
            </Button>
            <Button component="a" href="#how" size="md" variant="default">
              <Trans>How it works</Trans>
            </Button>
          </div>
        </div>
      </div>
      {stick && <LiveStick stick={stick} />}
    </section>
  )
}

function LiveStick({ stick }: { stick: Stick }) {
  const [ticks, setTicks] = useState(stick.ticks)
  const { symbol } = stick
  const onTicks = useCallback((fresh: LiveTick[]) => {
    setTicks((held) => {
      const newest = held.at(-1)?.seq ?? 0
      const added = fresh.filter((tick) => tick.seq > newest)
      return added.length > 0 ? [...held, ...added].slice(-notchCount - 1) : held
    })
  }, [])
  useLiveTicks([symbol.symbol], onTicks)
  const price = ticks.at(-1)?.price
  const steps = Math.max(0, ticks.length - 1)
  const { symbol: code, name } = symbol
  const market = marketWords(symbol.source)
  return (
    <figure className={classes.stick}>
      <div className={classes.quote}>
        <span className={classes.symbol}>{symbol.symbol}</span>
        <span className={classes.price}>
          {price ? <LivePrice symbol={symbol.symbol} text={groupDigits(price)} /> : t`No price yet`}
        </span>
        {symbol.changeBps !== null && <Change symbol={symbol.symbol} basisPoints={symbol.changeBps} />}
      </div>
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
  )
}

/** Describes a source in `symbols`: `simulated`, `replay:FILE`, `ccxt:EXCHANGE` or the name of a service. */
function marketWords(source: string): string {
  if (source === 'simulated') return t`simulated market`
  const [kind, name] = source.split(':')
  return kind === 'replay' ? t`recorded market` : t`prices from ${name ?? source}`
}
