import { Trans } from '@lingui/react/macro'
import { type ComponentType, useState } from 'react'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'
import type { CallOutput } from '../../../data/call.ts'
import { useHydrated } from '../../../ui/hydrated.ts'
import { groupDigits } from '../../../ui/text/number-text.ts'
import { Figure, LivePrice } from '../../figure.tsx'
import { Change } from '../change.tsx'
import type { Stick } from '../stick.ts'
import classes from './guess.module.css'
import type { PlayProps, SidesProps } from './play-props.ts'

type Props = { stick: Stick; symbols: CallOutput<'symbols'>; price: string | undefined }

/** A ticket for guesses without an account. The first click loads what it needs, so other visitors load less. */
export function GuessCard({ stick, symbols, price }: Props) {
  const { symbol, changeBps, payoutBps } = stick.symbol
  const payout = <Figure call="symbols" of={symbols} at={`[symbol=${symbol}].payoutBps.max`} as="percent" />
  const [first, setFirst] = useState<TradeType>()
  const [Play, setPlay] = useState<ComponentType<PlayProps>>()
  function start(side: TradeType) {
    setFirst(side)
    import('./play.tsx').then(
      (loaded) => setPlay(() => loaded.default),
      () => setFirst(undefined),
    )
  }
  return (
    <section className={classes.card} aria-labelledby="guess-title">
      <h2 id="guess-title">
        <Trans>Up or down in 5 seconds?</Trans>
      </h2>
      <p className={classes.quote}>
        <span className={classes.symbol}>{symbol}</span>
        {changeBps !== null && <Change symbol={symbol} basisPoints={changeBps} />}
        <span className={classes.price}>{price && <LivePrice symbol={symbol} text={groupDigits(price)} />}</span>
      </p>
      <div className={classes.play}>
        {Play && first ? (
          <Play {...{ first, symbol, payoutBps, price, Sides }} />
        ) : (
          <>
            <Sides playing={first !== undefined} onPick={start} />
            <p className={classes.foot}>
              <Trans>
                We compare the first price after your click with the last one before time runs out. No account, no
                money, and you get a receipt. As a trade, a correct guess would earn {payout} of the stake, and a wrong
                one would lose it.
              </Trans>
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function Sides({ playing, onPick }: SidesProps) {
  const disabled = !useHydrated() || playing
  return (
    <div className={classes.sides} data-playing={playing || undefined}>
      <button type="button" className={classes.up} disabled={disabled} onClick={() => onPick('BUY')}>
        <span aria-hidden="true">▲</span> <Trans>Up</Trans>
      </button>
      <button type="button" className={classes.down} disabled={disabled} onClick={() => onPick('SELL')}>
        <span aria-hidden="true">▼</span> <Trans>Down</Trans>
      </button>
    </div>
  )
}
