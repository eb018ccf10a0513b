import type { PaymentCoin } from '../../api/states/deposit-states.ts'
import type { CashAsset, Asset } from '../../api/money.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Platform } from '../platform/platform.ts'
import type { DeskFigureSources } from './desk/sources.ts'

/** Totals of customers' trades, without amounts. `traders` and `losers` cover the last 12 months. */
type TradingFigures = {
  settled: number
  won: number
  lost: number
  tie: number
  void: number
  traders: number
  losers: number
}
type MoneyFigures = {
  deposited: { asset: CashAsset; amountMinor: bigint }[]
  withdrawn: { asset: Asset; amountMinor: bigint }[]
}

/** Data that other modules provide. */
export type ProofsNeighbours = {
  ledger: Pick<Ledger, 'reconciledLiabilities' | 'batch'>
  /** Returns the stakes of open trades, by customer. They are held in escrow, and are owed until the trade settles. */
  openStakes(tx: Executor): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]>
  /** Returns the number of entries and the newest hash in the operators' audit log. */
  auditHead(tx: Executor): Promise<{ entries: number; hash: string }>
  /** Returns the number of rows, across all modules, that differ from the ledger or the price record. */
  brokenBooks(): Promise<number>
  /** Returns the ids of simulated accounts, whose balances aren't owed to anyone. */
  simulatedAccounts(): Promise<string[]>
  customerFigures(): Promise<{ customers: number; sinceMs: number | null }>
  tradingFigures(sinceMs: number): Promise<TradingFigures>
  moneyFigures(): Promise<MoneyFigures>
  desk: DeskFigureSources
  /** Returns the amount of the coin at our own addresses on the chain. Rejects while the node is unreachable. */
  reserves(coin: PaymentCoin): Promise<bigint>
}

export type ProofsContext = Pick<Platform, 'db' | 'clock' | 'random' | 'log' | 'alarms'> & ProofsNeighbours
