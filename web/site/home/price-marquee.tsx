import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { LiveTick } from '../../../contract/live.ts'
import { useLiveTicks } from '../../data/live.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { groupDigits } from '../../ui/number-text.ts'
import { LivePrice } from '../figure.tsx'
import { Change } from './change.tsx'
import { marqueeSymbols, type Quoted } from './figures.ts'
import classes from './price-marquee.module.css'

/** A band of live prices that runs slowly; it can be paused, stands still under the pointer and the focus, and for who wants less motion, who can scroll it. */
export function PriceMarquee({ symbols }: { symbols: readonly Quoted[] }) {
  const shown = marqueeSymbols(symbols)
  const [paused, setPaused] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => startTransition(() => setCopied(true)), [])
  const [prices, setPrices] = useState<Record<string, string>>({})
  const onTicks = useCallback((ticks: LiveTick[]) => {
    setPrices((held) => ({ ...held, ...Object.fromEntries(ticks.map((tick) => [tick.symbol, tick.price])) }))
  }, [])
  useLiveTicks(
    shown.map((one) => one.symbol),
    onTicks,
  )
  if (shown.length === 0) {
    return (
      <section className={classes.none}>
        <Trans>No prices at the moment. They appear here when the feed is back.</Trans>
      </section>
    )
  }
  // Short lists are repeated until they are wider than the widest screen; only the first pass is read out. The copies come
  // when the page runs, because they are a fifth of all its elements and would hold up the first paint.
  const passes = copied ? Math.max(2, 2 * Math.ceil(14 / shown.length)) : 1
  return (
    <div className={classes.marquee} data-paused={paused || undefined}>
      <section
        className={classes.window}
        dir="ltr"
        aria-label={t`Prices`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
      >
        <div
          className={classes.track}
          data-runs={copied || undefined}
          style={{ animationDuration: `${(passes / 2) * shown.length * 5}s` }}
        >
          {Array.from({ length: passes }, (_, pass) => (
            <ul key={pass} className={classes.items} aria-hidden={pass > 0 || undefined}>
              {shown.map((one) => (
                <li key={one.symbol}>
                  <span className={classes.symbol}>{one.symbol}</span>
                  <span className={classes.price}>
                    <LivePrice symbol={one.symbol} text={groupDigits(prices[one.symbol] ?? one.price ?? '')} />
                  </span>
                  {one.changeBps !== null && <Change symbol={one.symbol} basisPoints={one.changeBps} />}
                </li>
              ))}
            </ul>
          ))}
        </div>
      </section>
      <IconButton
        className={classes.pause}
        label={paused ? t`Let the prices run` : t`Pause the prices`}
        onClick={() => setPaused(!paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} size={18} />
      </IconButton>
    </div>
  )
}
