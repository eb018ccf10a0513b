import { breakpoints } from '../../../ui/breakpoints.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { call } from '../../../data/call.ts'
import { live } from '../../../data/live.ts'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import type { Bar } from './candle-merge.ts'
import { useMarket, useQuote, useServerNow } from '../symbols/market.tsx'
import { usePreference } from '../preferences.ts'
import { strikeAmong } from '../symbols/price-board.ts'
import { type LoadState, PriceChart, type Shown } from './price-chart.ts'
import { refusedMarks } from './refused-marks.ts'
import { TickStream } from '../symbols/tick-stream.ts'
import { tradeMarks } from './trade-marks.ts'
import { useRefusedPrices } from './use-refused-prices.ts'
import { leftMsOf } from '../trades/use-trades.ts'

type Options = {
  element: RefObject<HTMLDivElement | null>
  trades: readonly TradeRecord[]
  onCatchingUp: (catchingUp: boolean) => void
  onDrawn: () => void
}

async function loadCandles(
  { symbol, interval }: Shown,
  limit: number,
  to: number | undefined,
  signal: AbortSignal,
): Promise<Bar[]> {
  const candles = await call('candles', { symbol, interval, limit, to }, { signal })
  return candles.map(({ at, open, high, low, close }) => ({
    timestamp: at,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }))
}

/**
 * Creates a price chart in `element` and keeps it in sync with the symbol, preferences, theme, live ticks and trades.
 */
export function usePriceChart({ element, trades, onCatchingUp, onDrawn }: Options) {
  const [chart, setChart] = useState<PriceChart | null>(null)
  const [state, setState] = useState<LoadState>('loading')
  const wiring = useRef({ onDrawn })
  useEffect(() => {
    wiring.current = { onDrawn }
  })
  useEffect(() => {
    let created: PriceChart | undefined
    let gone = false
    // The library accesses `window` when it loads, so import it here rather than with the page.
    import('klinecharts').then(
      (library) => {
        if (gone || !element.current) return
        created = new PriceChart(library, element.current, {
          loadCandles,
          onState: setState,
          onDrawn: () => wiring.current.onDrawn(),
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
  useShown(chart)
  useLook(chart)
  useTickStream(chart, onCatchingUp)
  useMarks(chart, trades, state)
  useRefusedMarks(chart, state)
  const retry = useCallback(() => {
    if (!chart) return location.reload()
    setState('loading')
    chart.reload()
  }, [chart])
  return { chart, state, retry }
}

function useShown(chart: PriceChart | null) {
  const { chosen } = useMarket()
  const [interval] = usePreference('candles')
  const symbol = chosen?.symbol
  const scale = chosen?.scale ?? 2
  useEffect(() => {
    if (symbol) chart?.show({ symbol, scale, interval })
  }, [chart, symbol, scale, interval])
}

function useLook(chart: PriceChart | null) {
  const [type] = usePreference('chartType')
  const [indicators] = usePreference('indicators')
  const compact = useMediaQuery(breakpoints['small-tablet'])
  useEffect(() => {
    if (!chart) return
    const look = () => chart.setLook(type, compact)
    look()
    // The theme toggle sets the attribute. If the theme is "auto", so does a change of the system's theme.
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-color-scheme'] })
    return () => observer.disconnect()
  }, [chart, type, compact])
  useEffect(() => chart?.setIndicators(indicators), [chart, indicators])
}

function useTickStream(chart: PriceChart | null, onCatchingUp: (catchingUp: boolean) => void) {
  const { chosen } = useMarket()
  const symbol = chosen?.symbol
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

function useMarks(chart: PriceChart | null, trades: readonly TradeRecord[], state: LoadState) {
  const { chosen, board } = useMarket()
  const [showTrades] = usePreference('showTrades')
  const hidden = useAmountsHidden()
  const quote = useQuote(chosen?.symbol)
  const now = useServerNow(500)
  const symbol = chosen?.symbol
  const price = quote?.price
  useEffect(() => {
    if (!chart || !symbol || state !== 'ready') return
    const strikeOf = (trade: TradeRecord) => strikeAmong(board.recent(trade.asset), trade.acceptedAt)
    chart.setMarks(showTrades ? tradeMarks({ trades, symbol, price, leftMsOf, strikeOf, hidden }) : [])
  }, [chart, symbol, trades, price, showTrades, board, state, now, hidden])
}

/** Marks refused prices. Redraws them on every clock update too, because a new theme or symbol removes the marks. */
function useRefusedMarks(chart: PriceChart | null, state: LoadState) {
  const refused = useRefusedPrices()
  const marks = useMemo(() => refusedMarks(refused), [refused])
  const now = useServerNow(500)
  useEffect(() => {
    if (chart && state === 'ready') chart.setRefused(marks)
  }, [chart, state, marks, now])
}
