import type { PaymentCoin } from '../../contract/deposit-states.ts'
import type { CashAsset, Asset } from '../../contract/money.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Platform } from '../platform/platform.ts'

/** What customers did with trades; amounts stay with trading. `losing` counts the last 12 months. */
export type TradingFigures = {
  settled: number
  won: number
  lost: number
  tie: number
  void: number
  traders: number
  losers: number
}
export type MoneyFigures = {
  deposited: { asset: CashAsset; amountMinor: bigint }[]
  withdrawn: { asset: Asset; amountMinor: bigint }[]
}

/** What other modules tell of themselves. */
export type ProofsNeighbours = {
  ledger: Pick<Ledger, 'reconciledLiabilities' | 'batch'>
  /** Stakes of open trades by customer: they lie in escrow, and are owed until the trade is settled. */
  openStakes(tx: Executor): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]>
  /** Entries and newest hash of the operators' audit log. */
  auditHead(tx: Executor): Promise<{ entries: number; hash: string }>
  /** Rows of all modules that differ from the ledger or the price record; how many. */
  brokenBooks(): Promise<number>
  /** Accounts that no person holds: nobody is owed what is in them. */
  simulatedAccounts(): Promise<string[]>
  customerFigures(): Promise<{ customers: number; sinceMs: number | null }>
  tradingFigures(sinceMs: number): Promise<TradingFigures>
  moneyFigures(): Promise<MoneyFigures>
  /** Coins on the chain in our own addresses; rejects while the node is away. */
  reserves(coin: PaymentCoin): Promise<bigint>
}

export type ProofsContext = Pick<Platform, 'db' | 'clock' | 'random' | 'log' | 'alarms'> & ProofsNeighbours
