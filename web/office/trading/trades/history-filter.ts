import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import type { TradeState } from '../../../../api/states/trade-states.ts'

export const rowsPerPage = 10

/** `ALL` and an empty asset match everything. */
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

/**
 * Sorts trades newest first; the server returns them oldest first. Source: docs/spec/product.md section 7, "trade list,
 * reversed on the client".
 */
export function newestFirst(trades: readonly TradeRecord[]): TradeRecord[] {
  return trades.toSorted((a, b) => b.acceptedAt - a.acceptedAt || (a.id < b.id ? 1 : -1))
}

/** Returns the number of pages for `count` rows, at least one. */
export function pageCount(count: number): number {
  return Math.max(1, Math.ceil(count / rowsPerPage))
}

/** Returns the rows of a page. Pages count from 1. */
export function pageOf<T>(rows: readonly T[], page: number): T[] {
  return rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
}
