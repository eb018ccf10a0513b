import type { PhraseValue } from '../../api/sentences/sentences.ts'
import type { CashAsset } from '../../api/money.ts'
import type { customerActivityCalls } from '../../api/calls/trading/customer-activity.ts'
import type { guessCalls } from '../../api/calls/trading/guess.ts'
import type { activityCalls } from '../../api/calls/trading/activity.ts'
import type { workspaceCalls } from '../../api/calls/trading/workspace.ts'
import type { tradingDeskCalls } from '../../api/calls/trading/trading-desk.ts'
import type { trade, TradeRecord, tradingCalls } from '../../api/calls/trading/trading.ts'
import type { SettledFigures, TradeState } from '../../api/states/trade-states.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings, Session } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import { Downloads } from '../platform/http/downloads.ts'
import type { SealedValues } from '../platform/secrets/sealed-values.ts'
import { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import { shardOf } from '../platform/random.ts'
import { invariant } from '../platform/http/refused.ts'
import { bindActivityCalls } from './activity/calls.ts'
import { exportNotes } from './activity/note-trade.ts'
import { createNotes, notesSealed } from './activity/notes.ts'
import { deleteNotes } from './activity/notes-store.ts'
import { bindTradingCalls } from './calls.ts'
import { bindWorkspaceCalls } from './workspace/calls.ts'
import { exportWorkspace } from './workspace/save-workspace.ts'
import { createWorkspaces, workspaceSealed } from './workspace/sealed-workspace.ts'
import { deleteWorkspace } from './workspace/workspace-store.ts'
import { bindTradingDeskCalls } from './desk/calls.ts'
import type { TradingNeighbours } from './context.ts'
import { defaultLimits, type TradingLimits } from './orders/limits.ts'
import { exportTrades, listTrades } from './records/list-trades.ts'
import { createOrderIntake, intakeDefaults, type IntakeOptions } from './orders/order-intake.ts'
import type { InputOf, OutputOf } from '../../api/call.ts'
import { makerKeyPattern } from './orders/makers.ts'
import { createOpenTrade } from './orders/open-trade.ts'
import { findPlainTrades, findPlainTradesByKey, listPlainTrades, type PlainTrade } from './copies-store.ts'
import {
  createPlaceTogether,
  type PlacedTogether,
  type TogetherPart,
  type TogetherTerms,
} from './orders/place-together.ts'
import { readResultOfKeys, readResultSince, readSettledStake, type MadeResult } from './results/result-store.ts'
import { createSettleTrades } from './results/settle-trades.ts'
import { readDeskOpenTrades, readDeskSums, readResultsOf, type DeskSpan } from './desk/figures-store.ts'
import { countTrades, readOpenStakes, readTradeFigures, type TradeFigures } from './store.ts'

export { limitsOfDesk } from './orders/limits.ts'
export type { TradingLimits } from './orders/limits.ts'
export type { TradingNeighbours } from './context.ts'
export type { PlainTrade } from './copies-store.ts'
export type { PartResult, TogetherTerms } from './orders/place-together.ts'
export { makerOf } from './orders/makers.ts'
export { tradingBooks } from './books.ts'
export { findOtherPayouts, settledTrades } from './books-store.ts'
export { profitMinor } from './results/payout.ts'
export { outcomeOf } from './results/settlement.ts'
export type { OrderRulesFinder } from './orders/order-rules.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A trade has settled. `result` is its state, `msg` the text of the trade report. */
    'trade.settled': {
      customerId: string
      id: string
      result: TradeState
      settled: SettledFigures
      msg: string
      msgPhrase?: PhraseValue
    }
  }
}

export type TradingOptions = { limits?: Readonly<Record<CashAsset, TradingLimits>>; intake?: IntakeOptions }

export type Trading = Required<ModuleLife> & {
  calls: Bindings<
    typeof tradingCalls &
      typeof tradingDeskCalls &
      typeof guessCalls &
      typeof activityCalls &
      typeof customerActivityCalls &
      typeof workspaceCalls
  >
  /**
   * Places an order from inside the product under all rules of the call `trade`, and throws the same refusals. `key` is
   * a maker's name followed by a unique name, such as `robot 7 EURUSD 1767614400000` (makers.ts). Each key counts once,
   * and the trade shows its maker. Throws `busy` immediately if the account is locked, so that a loop can continue with
   * other accounts.
   */
  place(
    order: InputOf<typeof trade>,
    owner: { shard: number; customerId: string },
    key: string,
  ): Promise<OutputOf<typeof trade>>
  /**
   * Places an expert's order and its copies with the same acceptance time. Returns one result per part. `practiceAtMs`:
   * a time in the past, for simulated accounts only.
   */
  placeTogether(terms: TogetherTerms, parts: readonly TogetherPart[], practiceAtMs?: number): Promise<PlacedTogether>
  /** Finds trades by owner and ID. */
  findTrades(
    ex: Executor,
    requested: readonly { shard: number; customerId: string; id: string }[],
  ): Promise<PlainTrade[]>
  /** Finds the trades that these owners placed under a key. */
  findTradesByKey(
    ex: Executor,
    owners: readonly { shard: number; customerId: string }[],
    key: string,
  ): Promise<PlainTrade[]>
  /** Lists an owner's trades after the trade `afterId`, oldest first. */
  tradesAfter(
    ex: Executor,
    owner: { shard: number; customerId: string },
    afterId: string | null,
    limit: number,
  ): Promise<PlainTrade[]>
  /** Returns the newest 100 trades of an account, in the format of the call `trades`. */
  newestTrades(owner: { shard: number; customerId: string }): Promise<TradeRecord[]>
  /** Returns the result of the customer's trades whose keys start with `prefix`, such as `robot 7 `. */
  resultOfKeys(ex: Executor, customerId: string, prefix: string, sinceMs?: number): Promise<MadeResult>
  /** Returns the stakes of the customer's trades placed since `fromMs` that were won or lost, in minor units. */
  settledStakeSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
  /** Returns the trading limits in a currency. */
  limitsOf(asset: CashAsset): TradingLimits
  /**
   * Counts a customer's trades placed since `fromMs` and sums the results of those settled since then, in minor units.
   */
  resultSince(customerId: string, fromMs: number): Promise<{ trades: number; netMinor: bigint }>
  /** Returns the stakes of all customers' open trades, by customer and asset, in minor units. */
  openStakes(ex: Executor): Promise<{ owner: string; asset: CashAsset; balanceMinor: bigint }[]>
  /**
   * Counts settled trades by result, and the customers who lost since `sinceMs`, excluding the accounts in `without`.
   */
  figures(sinceMs: number, without: readonly string[]): Promise<TradeFigures>
  /**
   * Sums stakes of accepted trades and house results of settled ones per span and currency, and counts the customers
   * with a trade per span, excluding the accounts in `without`.
   */
  deskSums(spans: readonly DeskSpan[], without: readonly string[]): ReturnType<typeof readDeskSums>
  /** Returns the results of settled trades by customer, of these customers or of all. */
  resultsOf(customerIds: readonly string[] | undefined): Promise<ReadonlyMap<string, bigint>>
  /** Sums open trades by currency, excluding the accounts in `without`. */
  deskOpenTrades(without: readonly string[]): ReturnType<typeof readDeskOpenTrades>
  /**
   * Returns every trade of a customer in the format of the call `trades`, oldest first, read from `snapshot` in pages.
   * Used for the customer's data download. Can be iterated more than once.
   */
  exportTrades(session: Session, snapshot: Executor): AsyncIterable<TradeRecord>
  /** Returns every note on a customer's trades, for the data download. Can be iterated more than once. */
  exportNotes(session: Session, snapshot: Executor): AsyncIterable<Record<string, unknown>>
  /** Deletes the notes on a customer's trades. */
  forgetNotes(tx: Executor, session: { shard: number; customerId: string }): Promise<void>
  /** Returns the charts of a customer's trading screen, for the data download. Can be iterated more than once. */
  exportWorkspace(session: Session, snapshot: Executor): AsyncIterable<Record<string, unknown>>
  /** Deletes the charts of a customer's trading screen. */
  forgetWorkspace(tx: Executor, session: { shard: number; customerId: string }): Promise<void>
  /** Returns the number of a customer's trades for operators: `12, 1 open`. */
  deskFact(customerId: string): Promise<PhraseValue>
  /** Returns whether the customer has an open trade. */
  hasOpenTrades(ex: Executor, session: Session): Promise<boolean>
  /** Settles the trades that are due now, and resolves with their number. A job calls it every second. */
  settle(): Promise<number>
}

/** Lists this module's encrypted values. */
export const tradingSealed: SealedValues = { columns: [...notesSealed, ...workspaceSealed] }

const settleEveryMs = 1_000

/**
 * Creates the module for orders, settlement and receipts. Design: docs/spec/money.md; rules: docs/spec/truth.md section
 * 3.
 */
export function createTrading(
  platform: Platform,
  neighbours: TradingNeighbours,
  options: TradingOptions = {},
): Trading {
  const context = { ...platform, ...neighbours, limits: options.limits ?? defaultLimits }
  const intake = createOrderIntake(context, options.intake ?? intakeDefaults)
  const openTrade = createOpenTrade(context, intake)
  const settleTrades = createSettleTrades(context, platform.clock.nowMs())
  const settling = oneAtATime(settleTrades)
  const unreadable = new UnreadableRows(platform)
  const notes = createNotes(platform, unreadable)
  const workspaces = createWorkspaces(platform, unreadable)
  const downloads = new Downloads(platform, { ofAll: 3 })
  platform.metrics.gauge('orders_waiting', 'Orders waiting for a place in a batch', () => intake.waiting())
  platform.jobs.every('settlement', settleEveryMs, async () => void (await settling.run()))
  return {
    calls: {
      ...bindTradingCalls({ ...context, openTrade }),
      ...bindActivityCalls({ ...context, notes, downloads }),
      ...bindWorkspaceCalls({ ...context, workspaces }),
      ...bindTradingDeskCalls({ ...context, notes, downloads }),
    },
    async place(order, { shard, customerId }, key) {
      invariant(makerKeyPattern.test(key), 'the key names its maker')
      return openTrade(order, { session: { sessionId: customerId, customerId, shard }, idempotencyKey: key }, false)
    },
    placeTogether: createPlaceTogether(context, intake),
    findTrades: findPlainTrades,
    findTradesByKey: findPlainTradesByKey,
    tradesAfter: listPlainTrades,
    newestTrades: (owner) =>
      listTrades(context, { p: undefined }, { session: { sessionId: owner.customerId, ...owner } }),
    resultOfKeys: readResultOfKeys,
    settledStakeSince: readSettledStake,
    openStakes: readOpenStakes,
    limitsOf: (asset) => context.limits[asset],
    figures: (sinceMs, without) => readTradeFigures(platform.db, sinceMs, without),
    deskSums: (spans, without) => readDeskSums(platform.db, spans, without),
    resultsOf: (customerIds) => readResultsOf(platform.db, customerIds),
    deskOpenTrades: (without) => readDeskOpenTrades(platform.db, without),
    resultSince: (customerId, fromMs) => readResultSince(platform.db, customerId, fromMs),
    exportTrades: (session, snapshot) => exportTrades(context, session, snapshot),
    exportNotes: (session, snapshot) => exportNotes({ notes }, session, snapshot),
    forgetNotes: deleteNotes,
    exportWorkspace: (session, snapshot) => exportWorkspace(workspaces, session, snapshot),
    forgetWorkspace: deleteWorkspace,
    async deskFact(customerId) {
      const { OPEN: open = 0, ...ended } = await countTrades(platform.db, { customerId, shard: shardOf(customerId) })
      const count = Object.values(ended).reduce((sum, each) => sum + each, open)
      return { phrase: 'fact_trades', values: { count, open } }
    },
    hasOpenTrades: async (ex, session) => ((await countTrades(ex, session)).OPEN ?? 0) > 0,
    settle: settling.run,
    // Registered in `start`, after markets: when the clock jumps, prices must exist before trades settle.
    start: async () => platform.clock.onAdvance(async () => void (await settling.run())),
    async stop() {
      await downloads.stop()
      await intake.drain()
      await settling.idle()
      await settleTrades.idle()
    },
    ready: () => true,
  }
}
