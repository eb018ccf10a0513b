import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { LiveFromServer, LiveTick } from '../../../../api/live.ts'
import type { CallOutput } from '../../../data/call.ts'
import { live, useLiveTicks } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { namedInPageLanguage } from '../../../language/symbol-names.ts'
import { usePreference } from '../preferences.ts'
import { type OwnResult, ownResultsOf } from './symbol-search.ts'
import { firstChoice, PriceBoard, type Quote, type SymbolInfo } from './price-board.ts'

type Market = {
  /** The symbol catalogue; empty while loading. */
  symbols: SymbolInfo[]
  /** Set if the catalogue could not be loaded. */
  error: unknown
  retry: () => void
  board: PriceBoard
  /** The symbol on the chart and in the ticket; undefined while the catalogue is loading. */
  chosen: SymbolInfo | undefined
  choose: (symbol: string) => void
  /** Hourly closing prices of the last 24 hours by symbol, in steps of the tick size. */
  trends: ReadonlyMap<string, readonly number[]>
  /** The customer's wins by symbol, of all trades. */
  ownResults: ReadonlyMap<string, OwnResult>
  favourites: string[]
  /** Symbols that were chosen, newest first. */
  recent: string[]
  toggleFavourite: (symbol: string) => void
}

const MarketContext = createContext<Market | null>(null)

/** Returns the market data of the trading screen. Throws outside of `MarketProvider`. */
export function useMarket(): Market {
  const market = useContext(MarketContext)
  if (!market) throw new Error('useMarket outside of MarketProvider')
  return market
}

const none: SymbolInfo[] = []
const noTrends: CallOutput<'symbols.trends'> = []
const trendsEveryMs = 5 * 60_000
const statisticsStayMs = 60_000
const mostRecent = 8

/** Loads the catalogue, keeps its prices and states up to date, and holds the chosen symbol. */
export function MarketProvider({ children }: { children: ReactNode }) {
  const { data = none, error, refetch } = useCall('symbols', {}, { refetchInterval: 30_000 })
  // Every refetch changes most rows of the list. Deferred renders leave the frames between them free.
  const symbols = useDeferredValue(useMemo(() => namedInPageLanguage(data), [data]))
  const [board] = useState(() => new PriceBoard())
  const [wanted, setWanted] = usePreference('symbol')
  const [recent, setRecent] = usePreference('recentSymbols')
  const choose = useCallback(
    (symbol: string) => {
      setWanted(symbol)
      setRecent([symbol, ...recent.filter((one) => one !== symbol)].slice(0, mostRecent))
    },
    [recent, setRecent, setWanted],
  )
  const [favourites, setFavourites] = usePreference('favourites')
  const { data: trendList = noTrends } = useCall('symbols.trends', {}, { refetchInterval: trendsEveryMs })
  const trends = useDeferredValue(
    useMemo(() => new Map(trendList.map(({ symbol, closes }) => [symbol, closes])), [trendList]),
  )
  const { data: statistics } = useCall('trades.statistics', {}, { staleTime: statisticsStayMs })
  const ownResults = useDeferredValue(useMemo(() => ownResultsOf(statistics?.symbols ?? []), [statistics]))
  useEffect(() => board.seed(symbols), [board, symbols])
  const names = useMemo(() => symbols.map((one) => one.symbol), [symbols])
  useLiveTicks(
    names,
    useCallback((ticks: LiveTick[]) => board.accept(ticks), [board]),
  )
  useLiveStates()
  // Chosen once, when the catalogue has loaded: the symbol must not change while the customer is about to trade.
  const [first, setFirst] = useState(() => firstChoice(symbols))
  useEffect(() => setFirst((held) => held ?? firstChoice(symbols)), [symbols])
  const chosen = symbols.find((one) => one.symbol === wanted) ?? symbols.find((one) => one.symbol === first)
  const market = useMemo<Market>(() => {
    const toggleFavourite = (symbol: string) =>
      setFavourites(favourites.includes(symbol) ? favourites.filter((one) => one !== symbol) : [...favourites, symbol])
    return {
      symbols,
      error: symbols.length > 0 ? null : error,
      retry: () => void refetch(),
      board,
      chosen,
      choose,
      trends,
      ownResults,
      favourites,
      recent,
      toggleFavourite,
    }
  }, [symbols, error, refetch, board, chosen, choose, trends, ownResults, favourites, recent, setFavourites])
  return <MarketContext value={market}>{children}</MarketContext>
}

/**
 * Applies live messages about symbol states to the catalogue. If a market closes, refetches the catalogue to get its
 * opening time.
 */
function useLiveStates() {
  const queries = useQueryClient()
  useEffect(() => {
    const onMessage = (message: LiveFromServer) => {
      if (message.kind !== 'status') return
      const { symbol, state } = message
      queries.setQueryData<SymbolInfo[]>(['symbols', {}], (list) =>
        list?.map((one) => (one.symbol === symbol ? { ...one, state } : one)),
      )
      if (state === 'closed') void queries.invalidateQueries({ queryKey: ['symbols'] })
    }
    return live.onMessage(onMessage)
  }, [queries])
}

/** Returns the latest price of a symbol; undefined until there is one. */
export function useQuote(symbol: string | undefined): Quote | undefined {
  const { board } = useMarket()
  const subscribe = useCallback(
    (listener: () => void) => (symbol ? board.subscribe(symbol, listener) : () => {}),
    [board, symbol],
  )
  const read = useCallback(() => (symbol ? board.quote(symbol) : undefined), [board, symbol])
  return useSyncExternalStore(subscribe, read, () => undefined)
}

/** Returns the server's time, updated every `everyMs` milliseconds; 0 on the server and in the first render. */
export function useServerNow(everyMs: number): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    setNow(live.serverNowMs())
    const timer = setInterval(() => setNow(live.serverNowMs()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
