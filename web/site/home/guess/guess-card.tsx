import { Trans } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import type { CallOutput } from '../../../data/call.ts'
import { groupDigits } from '../../../ui/text/number-text.ts'
import { Figure, LivePrice } from '../../figure.tsx'
import { Change } from '../change.tsx'
import type { Stick } from '../stick.ts'
import classes from './guess.module.css'

type PlayProps = { symbol: string; payoutBps: number; price: string | undefined }

type Props = { stick: Stick; symbols: CallOutput<'symbols'>; price: string | undefined }

/** A ticket for guesses without an account. Its buttons arrive after the first paint, in a place of the same height. */
export function GuessCard({ stick, symbols, price }: Props) {
  const { symbol, changeBps, payoutBps } = stick.symbol
  const payout = <Figure call="symbols" of={symbols} at={`[symbol=${symbol}].payoutBps.max`} as="percent" />
  const [Play, setPlay] = useState<ComponentType<PlayProps>>()
  useEffect(() => {
    const load = () =>
      import('./play.tsx').then(
        (loaded) => setPlay(() => loaded.default),
        () => {},
      )
    if (document.readyState === 'complete') void load()
    else window.addEventListener('load', load, { once: true })
    return () => window.removeEventListener('load', load)
  }, [])
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
      <div className={classes.play}>{Play && <Play symbol={symbol} payoutBps={payoutBps} price={price} />}</div>
      <p className={classes.foot}>
        <Trans>As a trade, a right guess earns {payout} of the stake. A wrong one loses the stake.</Trans>
      </p>
    </section>
  )
}
