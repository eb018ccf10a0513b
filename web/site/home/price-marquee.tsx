import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { startTransition, useCallback, useEffect, useState } from 'react'
import type { LiveTick } from '../../../api/live.ts'
import { useLiveTicks } from '../../data/live.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { LivePrice } from '../figure.tsx'
import { Change } from './change.tsx'
import { marqueeSymbols, type Quoted } from './figures.ts'
import classes from './price-marquee.module.css'

/**
 * A slowly scrolling band of live prices. It pauses on hover and focus, has a pause button, and doesn't move if the
 * visitor prefers reduced motion; then it can be scrolled by hand.
 */
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
        <Trans>No prices at the moment. They’ll appear here when the feed is back.</Trans>
      </section>
    )
  }
  // Short lists repeat until they are wider than the widest screen; screen readers get the first copy only. The
  // copies are added after hydration because they are a fifth of the page's elements and would delay the first paint.
  const passes = copied ? Math.max(2, 2 * Math.ceil(14 / shown.length)) : 1
  return (
    <div className={classes.marquee} data-paused={paused || undefined}>
      <section
        className={classes.window}
        dir="ltr"
        aria-label={t`Prices`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas need keyboard focus
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
        label={paused ? t`Play price ticker` : t`Pause price ticker`}
        onClick={() => setPaused(!paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} size={18} />
      </IconButton>
    </div>
  )
}
