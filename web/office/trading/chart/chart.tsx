import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { errorText } from '../../../data/call.ts'
import { momentFormat } from '../../../language/formats.ts'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { Failed } from '../../../ui/page-state.tsx'
import { chartKeys } from './chart-keys.ts'
import { ChartTools } from './chart-tools.tsx'
import { ConnectionIndicator } from '../connection.tsx'
import { drawingTools } from './drawings.ts'
import { useMarket, useQuote, useServerNow } from '../symbols/market.tsx'
import { usePreference } from '../preferences.ts'
import { RefusedPrices } from './refused-prices.tsx'
import type { LoadState, PriceChart } from './price-chart.ts'
import { SymbolState } from '../symbols/symbol-list.tsx'
import { usePriceChart } from './use-price-chart.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { useFullScreen } from '../full-screen.ts'
import { favouritesFirst } from '../symbols/symbol-search.ts'
import { useSwipe } from '../use-swipe.ts'
import classes from './chart.module.css'
import panel from '../panel.module.css'

type Props = { trades: readonly TradeRecord[]; fullScreen: ReturnType<typeof useFullScreen> }

/** Shows the chart of the chosen symbol with its price, its tools and a text summary. */
export function ChartPanel({ trades, fullScreen }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [catchingUp, setCatchingUp] = useState(false)
  const [drawing, setDrawing] = useState<string | null>(null)
  const onDrawn = useCallback(() => setDrawing(null), [])
  const { chart, state, retry } = usePriceChart({ element, trades, onCatchingUp: setCatchingUp, onDrawn })
  const draw = (name: string | null, byKeyboard: boolean) => {
    if (name === null) chart?.cancelDrawing()
    else if (byKeyboard && name === 'horizontalStraightLine') chart?.drawAtPrice()
    else {
      chart?.draw(name)
      return setDrawing(name)
    }
    setDrawing(null)
  }
  return (
    <section className={`${panel.panel} ${classes.chart}`} aria-labelledby="chart-title">
      <ChartHead catchingUp={catchingUp} />
      <ChartTools chart={chart} drawing={drawing} onDraw={draw} fullScreen={fullScreen} />
      <Surface element={element} chart={chart} state={state} retry={retry} drawing={drawing} />
      <Summary chart={chart} state={state} trades={trades} />
      <RefusedPrices />
    </section>
  )
}

/** Shows the symbol and its price. A swipe chooses the next live symbol. */
function ChartHead({ catchingUp }: { catchingUp: boolean }) {
  const { chosen, error, symbols, favourites, choose } = useMarket()
  const swipe = useSwipe((step) => {
    const listed = favouritesFirst(
      symbols.filter((one) => one.state === 'live'),
      favourites,
    )
    const place = listed.findIndex((one) => one.symbol === chosen?.symbol)
    const next = listed[(place + step + listed.length) % listed.length]
    if (next) choose(next.symbol)
  })
  const quote = useQuote(chosen?.symbol)
  const change = chosen?.changeBps ?? null
  const direction = quote?.direction ?? 0
  return (
    <div className={classes.head} {...swipe}>
      <h2 id="chart-title" className={classes.symbol}>
        {chosen?.symbol ?? (error ? t`No symbols` : t`Loading`)} <small>{chosen?.name ?? ' '}</small>
      </h2>
      <p className={classes.price}>
        <span data-tone={direction > 0 ? 'up' : direction < 0 ? 'down' : 'flat'}>
          {priceText(quote?.price ?? chosen?.price ?? '–')}
        </span>
        {change !== null && (
          <small data-tone={change > 0 ? 'up' : change < 0 ? 'down' : 'flat'}>
            <span dir="ltr">
              {change > 0 ? '+' : ''}
              {percentText(change, 2)}
            </span>
            <span className="visually-hidden">
              {' '}
              <Trans>in 24 hours</Trans>
            </span>
          </small>
        )}
        {chosen && chosen.state !== 'live' && (
          <Badge tone="wait">
            <SymbolState info={chosen} />
          </Badge>
        )}
      </p>
      <ConnectionIndicator catchingUp={catchingUp} />
    </div>
  )
}

type SurfaceProps = {
  element: RefObject<HTMLDivElement | null>
  chart: PriceChart | null
  state: LoadState
  retry: () => void
  drawing: string | null
}

function Surface({ element, chart, state, retry, drawing }: SurfaceProps) {
  const { chosen, error, retry: retrySymbols } = useMarket()
  const [interval] = usePreference('candles')
  const symbol = chosen?.symbol
  const tool = drawingTools.find((one) => one.name === drawing)?.label()
  return (
    <div className={classes.surface}>
      <div
        ref={element}
        className={classes.canvas}
        dir="ltr"
        role="application"
        aria-roledescription={t`chart`}
        aria-label={symbol ? t`Price chart of ${symbol}, ${interval} candles` : t`Price chart, ${interval} candles`}
        aria-describedby="chart-summary"
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
      {drawing && (
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

/** Summarises the visible chart as text. */
function Summary({
  chart,
  state,
  trades,
}: {
  chart: PriceChart | null
  state: LoadState
  trades: readonly TradeRecord[]
}) {
  const { chosen, error } = useMarket()
  useServerNow(2000)
  const view = state === 'ready' ? chart?.view() : null
  const open = trades.filter((trade) => trade.status === 'OPEN' && trade.asset === chosen?.symbol).length
  if (!view || !chosen) {
    return (
      <p id="chart-summary" className={classes.summary}>
        {state === 'failed' || error ? t`No prices to show.` : t`Loading prices.`}
      </p>
    )
  }
  const changeBps = Math.round((view.close / view.open - 1) * 10_000)
  const change = `${changeBps > 0 ? '+' : ''}${percentText(changeBps, 2)}`
  const high = priceText(view.high.toFixed(chosen.scale))
  const low = priceText(view.low.toFixed(chosen.scale))
  return (
    <p id="chart-summary" className={classes.summary}>
      <span>{spanText(view.fromMs, view.toMs)}</span>
      <span>
        <Trans>high {high}</Trans>
      </span>
      <span>
        <Trans>low {low}</Trans>
      </span>
      <span>
        <Trans>
          change <span dir="ltr">{change}</span>
        </Trans>
      </span>
      {open > 0 && <span>{plural(open, { one: '# open trade', other: '# open trades' })}</span>}
    </p>
  )
}

const timeText = momentFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const dayText = momentFormat({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const oneDayMs = 86_400_000

function spanText(fromMs: number, toMs: number): string {
  const momentText = toMs - fromMs < oneDayMs ? timeText : dayText
  const start = momentText(fromMs)
  const end = momentText(toMs)
  return t`${start} to ${end}`
}
