import type { CashAsset } from '../../../api/money.ts'
import type { Span } from './periods.ts'

/** Sums of customers' trades in one span and currency. */
type TradeSums = {
  /** Position of the span in the request. */
  span: number
  asset: CashAsset
  trades: number
  stakesMinor: bigint
  houseResultMinor: bigint
}

/** Business figures that other modules provide. None of them counts simulated accounts. */
export type DeskFigureSources = {
  /** Returns the number of customers who registered in each span. */
  signUps(spans: readonly Span[]): Promise<number[]>
  /** Returns the number of customers who were seen in each span, all of which end now. */
  active(spans: readonly Span[]): Promise<number[]>
  /** Returns the number of customers whose sessions were used since `sinceMs`. */
  activeSince(sinceMs: number): Promise<number>
  /** Returns the sums of trades per span and currency, and the number of customers with a trade per span. */
  trades(spans: readonly Span[]): Promise<{ sums: TradeSums[]; traders: number[] }>
  openTrades(): Promise<{ asset: CashAsset; trades: number; stakesMinor: bigint; profitsMinor: bigint }[]>
}
