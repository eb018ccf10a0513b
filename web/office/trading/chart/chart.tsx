import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { momentFormat } from '../../../language/formats.ts'
import { Badge } from '../../../ui/badge.tsx'
import { breakpoints } from '../../../ui/breakpoints.ts'
import { useHydrated } from '../../../ui/hydrated.ts'
import { percentText, priceText } from '../../../ui/text/number-text.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { ConnectionIndicator } from '../connection.tsx'
import { changeCharts, paneAt, useCharts, withPane } from '../preferences.ts'
import { useMarket, useQuote, useServerNow } from '../symbols/market.tsx'
import { useNextSymbol } from '../symbols/next-symbol.ts'
import { SymbolState } from '../symbols/symbol-list.tsx'
import { useSwipe } from '../use-swipe.ts'
import { ChartLink } from './chart-link.ts'
import { type ActiveChart, ChartPane } from './chart-pane.tsx'
import { ChartTools } from './chart-tools.tsx'
import type { LoadState, PriceChart } from './price-chart.ts'
import { RefusedPrices } from './refused-prices.tsx'
import { useWorkspaceSync } from './workspace.ts'
import classes from './chart.module.css'
import panel from '../panel.module.css'

type Props = {
  trades: readonly TradeRecord[]
  isFull: boolean
  /** Enters or leaves full screen; undefined where the browser doesn't offer it. */
  onFull: (() => void) | undefined
}

/** Shows one, two or four charts with their tools, and the price of the chosen symbol with a text summary. */
export function ChartPanel({ trades, isFull, onFull }: Props) {
  useWorkspaceSync()
  const stored = useCharts()
  const narrow = useMediaQuery(breakpoints['small-tablet'])
  const hydrated = useHydrated()
  // A phone shows the active chart only.
  const grid = narrow || !hydrated ? 1 : stored.grid
  const [link] = useState(() => new ChartLink())
  const [shown, setShown] = useState<ActiveChart>({ chart: null, state: 'loading', catchingUp: false })
  const { chart, state } = shown
  const [drawing, setDrawing] = useState<string | null>(null)
  const onDrawn = useCallback(() => setDrawing(null), [])
  const draw = (name: string | null, byKeyboard: boolean, text?: string) => {
    if (name === null) chart?.drawings.cancel()
    else if (byKeyboard && drawsAtPrice.has(name)) chart?.drawings.drawAtPrice(name, text)
    else {
      chart?.drawings.draw(name, text)
      return setDrawing(name)
    }
    setDrawing(null)
  }
  const activate = (index: number) => {
    if (index === stored.active) return
    draw(null, false)
    changeCharts((charts) => ({ ...withPane(charts, index, {}), active: index }))
  }
  const indexes = grid === 1 ? [stored.active] : Array.from({ length: grid }, (_, index) => index)
  return (
    <section className={`${panel.panel} ${classes.chart}`} aria-labelledby="chart-title">
      <ChartHead catchingUp={shown.catchingUp} />
      <ChartTools chart={chart} drawing={drawing} onDraw={draw} isFull={isFull} onFull={onFull} divisible={!narrow} />
      <div className={classes.panes} data-grid={grid}>
        {indexes.map((index) => (
          <ChartPane
            // A phone that switches between charts reuses the canvas.
            key={grid === 1 ? 0 : index}
            index={index}
            settings={paneAt(stored, index)}
            single={grid === 1}
            active={grid === 1 || index === stored.active}
            trades={trades}
            link={link}
            drawing={drawing}
            onDrawn={onDrawn}
            onActivate={activate}
            onActive={setShown}
          />
        ))}
      </div>
      <Summary chart={chart} state={state} trades={trades} />
      <RefusedPrices />
    </section>
  )
}

const drawsAtPrice: ReadonlySet<string> = new Set(['horizontalStraightLine', 'note'])

/** Shows the symbol and its price. A swipe chooses the next live symbol. */
function ChartHead({ catchingUp }: { catchingUp: boolean }) {
  const { chosen, error } = useMarket()
  const swipe = useSwipe({ onSideways: useNextSymbol() })
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
