import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { PaneSettings } from '../../../../api/workspace.ts'
import { errorText } from '../../../data/call.ts'
import { Failed } from '../../../ui/page-state.tsx'
import { priceText } from '../../../ui/text/number-text.ts'
import { useMarket, useQuote } from '../symbols/market.tsx'
import type { SymbolInfo } from '../symbols/price-board.ts'
import { chartKeys } from './chart-keys.ts'
import type { ChartLink } from './chart-link.ts'
import { drawingTools } from './drawings.ts'
import { intervalName } from './interval-names.ts'
import type { LoadState, PriceChart } from './price-chart.ts'
import { usePriceChart } from './use-price-chart.ts'
import classes from './chart.module.css'

/** What the active pane reports to the tools and the summary. */
export type ActiveChart = { chart: PriceChart | null; state: LoadState; catchingUp: boolean }

type Props = {
  index: number
  settings: PaneSettings
  /** True if no other chart is shown. */
  single: boolean
  active: boolean
  trades: readonly TradeRecord[]
  link: ChartLink
  drawing: string | null
  onDrawn: () => void
  onActivate: (index: number) => void
  onActive: (shown: ActiveChart) => void
}

/** Shows one chart. A click on it, or the focus, makes it the chart that the tools and the ticket use. */
export function ChartPane(props: Props) {
  const { index, settings, single, active, trades, link, drawing, onDrawn, onActivate, onActive } = props
  const { symbols, chosen, error, retry: retrySymbols } = useMarket()
  const element = useRef<HTMLDivElement>(null)
  const [catchingUp, setCatchingUp] = useState(false)
  const info = active ? chosen : (symbols.find((one) => one.symbol === settings.symbol) ?? chosen)
  const { chart, state, retry } = usePriceChart({
    element,
    settings,
    info,
    trades,
    small: !single,
    link,
    onCatchingUp: setCatchingUp,
    onDrawn,
  })
  useEffect(() => {
    if (active) onActive({ chart, state, catchingUp })
  }, [active, chart, state, catchingUp, onActive])
  const symbol = info?.symbol
  const interval = intervalName(settings.candles)
  const tool = drawingTools.find((one) => one.name === drawing)?.label()
  return (
    <div
      className={classes.pane}
      data-active={(active && !single) || undefined}
      onPointerDownCapture={() => onActivate(index)}
      onFocusCapture={() => onActivate(index)}
    >
      {!single && <PaneHead info={info} interval={interval} active={active} onActivate={() => onActivate(index)} />}
      <div className={classes.surface}>
        <div
          ref={element}
          className={classes.canvas}
          dir="ltr"
          role="application"
          aria-roledescription={t`chart`}
          aria-label={symbol ? t`Price chart of ${symbol}, ${interval} candles` : t`Price chart, ${interval} candles`}
          aria-describedby={active ? 'chart-summary' : undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the chart handles keys itself
          tabIndex={0}
          onKeyDown={(event) => handleKey(event, chart)}
        />
        {error ? (
          <div className={classes.failed}>
            <Failed message={`${t`The symbols could not be loaded.`} ${errorText(error)}`} onRetry={retrySymbols} />
          </div>
        ) : null}
        {state === 'loading' && !error && (
          <div className={classes.loading} role="status" aria-label={t`Loading the chart`} />
        )}
        {active && drawing && (
          <p className={classes.hint}>
            <Trans>{tool}: click the chart to set its points.</Trans>
          </p>
        )}
        {state === 'empty' && (
          <p className={classes.empty}>
            <Trans>No candles yet. The first price starts one.</Trans>
          </p>
        )}
        {state === 'failed' && (
          <div className={classes.failed}>
            <Failed message={t`The chart could not be loaded.`} onRetry={retry} />
          </div>
        )}
      </div>
    </div>
  )
}

type HeadProps = { info: SymbolInfo | undefined; interval: string; active: boolean; onActivate: () => void }

/** Shows the symbol, candle length and price of one of several charts. */
function PaneHead({ info, interval, active, onActivate }: HeadProps) {
  const quote = useQuote(info?.symbol)
  const direction = quote?.direction ?? 0
  return (
    <button type="button" className={classes.paneHead} aria-pressed={active} onClick={onActivate}>
      <strong>{info?.symbol ?? t`Loading`}</strong>
      <span>{interval}</span>
      <span className={classes.panePrice} data-tone={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}>
        {priceText(quote?.price ?? info?.price ?? '–')}
      </span>
    </button>
  )
}

/** Handles keys while the chart has focus. */
function handleKey(event: KeyboardEvent, chart: PriceChart | null) {
  const step = chartKeys.find(({ key }) => key === event.key)?.step
  if (!step || !chart || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  step(chart)
}
