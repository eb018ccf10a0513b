import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { PaneSettings } from '../../../../api/workspace.ts'
import { call } from '../../../data/call.ts'
import { useAlertLines } from './use-alert-lines.ts'
import { live } from '../../../data/live.ts'
import { breakpoints } from '../../../ui/breakpoints.ts'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { usePreference } from '../preferences.ts'
import { useMarket, useQuote, useServerNow } from '../symbols/market.tsx'
import { strikeAmong, type SymbolInfo } from '../symbols/price-board.ts'
import { TickStream } from '../symbols/tick-stream.ts'
import { leftMsOf } from '../trades/use-trades.ts'
import type { ChartLink } from './chart-link.ts'
import { loadCandles } from './load-candles.ts'
import type { LoadState, PriceChart } from './price-chart.ts'
import type { AlertLine } from './marks/alert-lines.ts'
import { refusedMarks } from './marks/refused-marks.ts'
import { tradeMarks, type TradeMarks } from './marks/trade-marks.ts'
import { useDrawingStyle } from './drawing-style.ts'
import { useRefusedPrices } from './use-refused-prices.ts'
import { storeDrawings, useChartStore } from './workspace.ts'

type Options = {
  element: RefObject<HTMLDivElement | null>
  settings: PaneSettings
  info: SymbolInfo | undefined
  trades: readonly TradeRecord[]
  /** True if the chart is one of several. */
  small: boolean
  link: ChartLink
  onCatchingUp: (catchingUp: boolean) => void
  onDrawn: () => void
}

const noMarks: TradeMarks = { marks: [], labels: [] }

/**
 * Creates a price chart in `element` and keeps it in sync with the symbol, preferences, theme, live ticks and trades.
 */
export function usePriceChart(options: Options) {
  const { element, trades, small, link, onCatchingUp, onDrawn } = options
  // Drawing another symbol or candle length takes longer than a frame, so the page shows the choice first.
  const settings = useDeferredValue(options.settings)
  const info = useDeferredValue(options.info)
  const [chart, setChart] = useState<PriceChart | null>(null)
  const [state, setState] = useState<LoadState>('loading')
  const { lines, onRemoveAlert } = useAlertLines(info?.symbol)
  const wiring = useRef({ onDrawn, onRemoveAlert })
  useEffect(() => {
    wiring.current = { onDrawn, onRemoveAlert }
  })
  useEffect(() => {
    let created: PriceChart | undefined
    let gone = false
    // The library accesses `window` when it loads and is large, so import it here rather than with the page.
    Promise.all([import('klinecharts'), import('./price-chart.ts')]).then(
      ([library, { PriceChart }]) => {
        if (gone || !element.current) return
        created = new PriceChart(library, element.current, {
          loadCandles,
          onState: setState,
          onDrawings: storeDrawings,
          onDrawn: () => wiring.current.onDrawn(),
          onRemoveAlert: (id) => wiring.current.onRemoveAlert(id),
        })
        setChart(created)
      },
      () => setState('failed'),
    )
    return () => {
      gone = true
      created?.dispose()
      setChart(null)
    }
  }, [element])
  useEffect(() => (chart ? link.add(chart) : undefined), [chart, link])
  useShown(chart, settings, info)
  useLook(chart, settings, small)
  useDrawings(chart, info?.symbol)
  useTickStream(chart, info?.symbol, onCatchingUp)
  useMarks(chart, info?.symbol, trades, state)
  useRefusedMarks(chart, info?.symbol ?? '', state)
  useAlertMarks(chart, lines, state)
  const retry = useCallback(() => {
    if (!chart) return location.reload()
    setState('loading')
    chart.reload()
  }, [chart])
  return { chart, state, retry }
}

function useShown(chart: PriceChart | null, { candles: interval }: PaneSettings, info: SymbolInfo | undefined) {
  const symbol = info?.symbol
  const scale = info?.scale ?? 2
  useEffect(() => {
    if (symbol) chart?.show({ symbol, scale, interval })
  }, [chart, symbol, scale, interval])
}

function useLook(chart: PriceChart | null, { chartType, indicators }: PaneSettings, small: boolean) {
  const compact = useMediaQuery(breakpoints['small-tablet']) || small
  useEffect(() => {
    if (!chart) return
    const look = () => {
      chart.setLook(chartType, compact)
      chart.setIndicators(indicators)
    }
    look()
    // The theme toggle sets the attribute. If the theme is "auto", so does a change of the system's theme.
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-scheme'] })
    return () => observer.disconnect()
  }, [chart, chartType, indicators, compact])
}

function useDrawings(chart: PriceChart | null, symbol: string | undefined) {
  const { drawings } = useChartStore()
  const [style] = useDrawingStyle()
  const ofSymbol = symbol === undefined ? undefined : drawings[symbol]
  useEffect(() => chart?.setDrawings(ofSymbol, style), [chart, ofSymbol, style])
}

function useTickStream(
  chart: PriceChart | null,
  symbol: string | undefined,
  onCatchingUp: (catchingUp: boolean) => void,
) {
  useEffect(() => {
    if (!chart || !symbol) return
    const stream = new TickStream({
      symbol,
      fetchTicks: (name, from, to, signal) => call('ticks', { symbol: name, from, to }, { signal }),
      onTicks: (ticks) => chart.pushTicks(ticks),
      onCatchingUp,
      onLost: () => chart.reload(),
    })
    const unsubscribe = live.subscribe([symbol], (ticks) =>
      stream.accept(ticks.filter((tick) => tick.symbol === symbol)),
    )
    return () => {
      unsubscribe()
      stream.stop()
      onCatchingUp(false)
    }
  }, [chart, symbol, onCatchingUp])
}

function useMarks(
  chart: PriceChart | null,
  symbol: string | undefined,
  trades: readonly TradeRecord[],
  state: LoadState,
) {
  const { board } = useMarket()
  const [showTrades] = usePreference('showTrades')
  const hidden = useAmountsHidden()
  const quote = useQuote(symbol)
  const now = useServerNow(500)
  const price = quote?.price
  useEffect(() => {
    if (!chart || !symbol || state !== 'ready') return
    const strikeOf = (trade: TradeRecord) => strikeAmong(board.recent(trade.asset), trade.acceptedAt)
    chart.setMarks(showTrades ? tradeMarks({ trades, symbol, price, leftMsOf, strikeOf, hidden }) : noMarks)
  }, [chart, symbol, trades, price, showTrades, board, state, now, hidden])
}

/** Marks refused prices. Redraws them on every clock update too, because a new theme or symbol removes the marks. */
function useRefusedMarks(chart: PriceChart | null, symbol: string, state: LoadState) {
  const refused = useRefusedPrices(symbol)
  const marks = useMemo(() => refusedMarks(refused), [refused])
  const now = useServerNow(500)
  useEffect(() => {
    if (chart && state === 'ready') chart.setRefused(marks)
  }, [chart, state, marks, now])
}

function useAlertMarks(chart: PriceChart | null, lines: readonly AlertLine[], state: LoadState) {
  const now = useServerNow(500)
  useEffect(() => {
    if (chart && state === 'ready') chart.setAlerts(lines)
  }, [chart, state, lines, now])
}
