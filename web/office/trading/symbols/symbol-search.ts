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
