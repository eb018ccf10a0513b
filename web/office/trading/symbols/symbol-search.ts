import { t } from '@lingui/core/macro'
import type { SymbolInfo } from './price-board.ts'

export const categories = ['all', 'favourites', 'forex', 'stocks', 'crypto'] as const
export type Category = (typeof categories)[number]

/** Returns the labels of the categories. */
export const categoryWords = (): Record<Category, string> => ({
  all: t({ message: 'All', context: 'symbols' }),
  favourites: t`Favourites`,
  forex: t`Forex`,
  stocks: t`Stocks`,
  crypto: t`Crypto`,
})

export const symbolOrders = ['recent', 'catalogue', 'change', 'payout', 'win_rate'] as const
export type SymbolOrder = (typeof symbolOrders)[number]

/** Returns the labels of the sort orders. */
export const orderWords = (): Record<SymbolOrder, string> => ({
  recent: t`Recently used`,
  catalogue: t`Default order`,
  change: t`Change in 24 hours`,
  payout: t`Payout rate`,
  win_rate: t`Your win rate`,
})

/** A customer's own wins in a symbol. */
export type OwnResult = { won: number; decided: number }

/** Returns the results by symbol from the customer's statistics. A tie and a void trade are neither won nor lost. */
export const ownResultsOf = (
  symbols: readonly { key: string; won: number; lost: number }[],
): ReadonlyMap<string, OwnResult> =>
  new Map(
    symbols.flatMap(({ key, won, lost }) => (won + lost > 0 ? [[key, { won, decided: won + lost }] as const] : [])),
  )

/**
 * Sorts symbols by a figure, highest first, or by `recent`, newest first; the other symbols keep their order at the
 * end.
 */
export function sortSymbols<S extends Pick<SymbolInfo, 'symbol' | 'changeBps' | 'payoutBps'>>(
  symbols: readonly S[],
  order: SymbolOrder,
  results: ReadonlyMap<string, OwnResult>,
  recent: readonly string[] = [],
): readonly S[] {
  if (order === 'catalogue') return symbols
  const figureOf = ({ symbol, changeBps, payoutBps }: S): number => {
    if (order === 'recent') return recent.includes(symbol) ? -recent.indexOf(symbol) : -Infinity
    if (order === 'change') return changeBps ?? -Infinity
    if (order === 'payout') return payoutBps
    const own = results.get(symbol)
    return own ? own.won / own.decided : -Infinity
  }
  return symbols.toSorted((a, b) => {
    const [first, second] = [figureOf(a), figureOf(b)]
    return first === second ? 0 : second - first
  })
}

type Searched = Pick<SymbolInfo, 'symbol' | 'name' | 'class'>
type SearchOptions = { query: string; category: Category; favourites: readonly string[] }

/**
 * Returns the symbols of a category that match the query, best first: symbols that start with it, then symbols that
 * contain it, then names that contain it. Ties list favourites first, then the catalogue's order. `EUR/USD` and `eur
 * usd` find EURUSD.
 */
export function searchSymbols<S extends Searched>(
  symbols: readonly S[],
  { query, category, favourites }: SearchOptions,
): S[] {
  const words = query.trim().toLowerCase()
  const joined = words.replace(/[\s/.-]/g, '')
  return symbols
    .filter(
      (one) =>
        category === 'all' || (category === 'favourites' ? favourites.includes(one.symbol) : one.class === category),
    )
    .map((one, index) => ({ one, index, rank: rankOf(one, words, joined) }))
    .filter(({ rank }) => rank < 3)
    .toSorted(
      (a, b) =>
        a.rank - b.rank || favouriteRank(a.one, favourites) - favouriteRank(b.one, favourites) || a.index - b.index,
    )
    .map(({ one }) => one)
}

/** Sorts favourites first, each group in the catalogue's order. */
export function favouritesFirst<S extends Searched>(symbols: readonly S[], favourites: readonly string[]): S[] {
  return symbols.toSorted((a, b) => favouriteRank(a, favourites) - favouriteRank(b, favourites))
}

function rankOf(symbol: Searched, words: string, joined: string): number {
  const id = symbol.symbol.toLowerCase()
  if (joined === '' || id.startsWith(joined)) return 0
  if (id.includes(joined)) return 1
  return symbol.name.toLowerCase().includes(words) ? 2 : 3
}

function favouriteRank(symbol: Searched, favourites: readonly string[]): number {
  return favourites.includes(symbol.symbol) ? 0 : 1
}
