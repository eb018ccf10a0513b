import type { TradeRecord, TradeState } from '../../../contract/trading.ts'

export const rowsPerPage = 10

/** `ALL` and an empty asset let everything through. */
export type HistoryFilter = { state: TradeState | 'ALL'; asset: string }

export const noFilter: HistoryFilter = { state: 'ALL', asset: '' }

export function isFiltering(filter: HistoryFilter): boolean {
  return filter.state !== 'ALL' || filter.asset !== ''
}

export function filterTrades(trades: readonly TradeRecord[], { state, asset }: HistoryFilter): TradeRecord[] {
  return trades.filter(
    (trade) => (state === 'ALL' || trade.status === state) && (asset === '' || trade.asset === asset),
  )
}

/** Newest first; the server answers oldest first. Source: product.md section 7, "trade list, reversed on the client". */
export function newestFirst(trades: readonly TradeRecord[]): TradeRecord[] {
  return trades.toSorted((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1))
}

/** How many pages `count` rows fill, one at least. */
export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / rowsPerPage))
}

/** Rows of a page, counted from 1. */
export function pageOf<T>(rows: readonly T[], page: number): T[] {
  return rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
}
