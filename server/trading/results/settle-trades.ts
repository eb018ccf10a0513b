import { moneyOf, type PhraseValue, sentenceFields } from '../../../api/sentences/sentences.ts'
import { formatAmount, formatScaled } from '../../../api/money.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { shardCount, shardOf } from '../../platform/random.ts'
import type { TradingContext } from '../context.ts'
import { failureOf } from './failures.ts'
import { feedGraceMs } from './rules.ts'
import { settleSeparately } from './settle-separately.ts'
import {
  findHeld,
  deletePastExposure,
  deleteUnsettled,
  listDue,
  listOverdue,
  listUnsettled,
  recordUnsettled,
  settleDue,
  type Due,
  type DueTrade,
  type SettledTrade,
} from './settlement-store.ts'

/** Trades per transaction. Small enough to delay orders in the same shards only briefly. */
const tradesAtOnce = 4_000
/** Number of groups of shards that settle in parallel, each on its own connection. No two groups share a row. */
const parts = 2
const shardsOf = (part: number) =>
  Array.from({ length: shardCount / parts }, (_, index) => (part * shardCount) / parts + index)
/** How long a chunk waits for a lock before it continues without the locked rows. */
const patienceMs = 500
/** How long settlement waits for a locked shard, in which no other trade could settle in the meantime. */
const patienceForShardMs = 5_000
/** How long a run waits for a price record to be closed. The next run checks again. */
const closeWithinMs = 500
/** Retry interval for a trade that couldn't be settled. */
const retryUnsettledMs = 60_000

export type SettleTrades = {
  /** Settles the trades that are due, and resolves with their number. */
  (): Promise<number>
  /** Resolves when no settlement is running in the background. */
  idle(): Promise<void>
}

/**
 * Settles every due trade in chunks and publishes each result. Safe with a second settler and after a restart, because
 * which trades are due depends only on stored trades and ticks. Locked accounts wait for the next run, and a trade that
 * can't be settled is set aside with an alarm; neither stops the others.
 */
export function createSettleTrades(context: TradingContext, startedAtMs: number, chunk = tradesAtOnce): SettleTrades {
  const { pool, db, clock, markets, log } = context
  const publish = (trades: readonly SettledTrade[]) => publishSettled(context, trades)
  /** Customers whose rows were locked in the last run, with their shards. */
  const heldCustomers = new Map<string, number>()
  /** Shards that settle in the background because their hash chain is locked. */
  const patient = new Set<number>()
  let background = Promise.resolve()

  const dueNow = (): Omit<Due, 'shards' | 'without'> => ({
    nowMs: clock.nowMs(),
    through: markets.symbols.map(({ symbol }) => ({ symbol, throughMs: markets.watermarkMs(symbol) })),
    limit: chunk,
    patienceMs,
  })

  /** Finds locked customers and skips them until they are unlocked. Settles locked shards in the background. */
  async function skipLocked(due: Due): Promise<boolean> {
    const held = await findHeld(pool, await listDue(pool, due))
    for (const customerId of held.customers)
      if (!held.shards.has(shardOf(customerId))) heldCustomers.set(customerId, shardOf(customerId))
    const shards = [...held.shards].filter((shard) => !patient.has(shard))
    for (const shard of shards) patient.add(shard)
    const settling = shards.map((shard) =>
      again(() => settleDue(pool, { ...due, shards: [shard], patienceMs: patienceForShardMs }))
        .then(publish, (error) => log.warn({ err: error, shard }, 'cannot settle a shard yet'))
        .finally(() => patient.delete(shard)),
    )
    background = Promise.all([background, ...settling]).then(() => undefined)
    return held.customers.size + held.shards.size > 0
  }

  /** Settles one chunk. `more`: whether more trades may be due. */
  async function settleChunk(due: Due): Promise<{ trades: SettledTrade[]; more: boolean }> {
    try {
      const trades = await again(() => settleDue(pool, due))
      return { trades, more: trades.length === due.limit }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'locked') return { trades: [], more: await skipLocked(due) }
      if (failure !== 'row') throw error
      log.error({ err: error }, 'cannot settle a chunk of trades: settling its trades separately')
      const list = await listDue(pool, due)
      const trades = await settleSeparately(
        list,
        (ids) => again(() => settleDue(pool, { ...due, only: ids })),
        (trade, why) => setAside(context, trade, why),
      )
      return { trades, more: list.length === due.limit }
    }
  }

  async function settlePart(
    part: number,
    criteria: Omit<Due, 'shards' | 'without'>,
    unsettled: readonly DueTrade[],
  ): Promise<number> {
    let from = 0
    for (let settled = 0; ;) {
      const shards = shardsOf(part).filter((shard) => shard >= from && !patient.has(shard))
      const { trades, more } = await settleChunk({
        ...criteria,
        shards,
        without: [...unsettled.map(({ id }) => id), ...heldCustomers.keys()],
      })
      publish(trades)
      settled += trades.length
      if (!more) return settled
      // Earlier shards are done, so querying them again would find nothing.
      if (trades.length === chunk) from = shardOf(trades.at(-1)!.customerId)
    }
  }

  async function settleTrades(): Promise<number> {
    await closeRecords(context, startedAtMs, clock.nowMs())
    const criteria = dueNow()
    const held =
      heldCustomers.size > 0
        ? await findHeld(
            pool,
            [...heldCustomers].map(([customerId, shard]) => ({ customerId, shard })),
          )
        : undefined
    for (const customerId of held ? [...heldCustomers.keys()] : [])
      if (!held!.customers.has(customerId)) heldCustomers.delete(customerId)
    const unsettled = await listUnsettled(pool)
    const counts = await Promise.all(Array.from({ length: parts }, (_, part) => settlePart(part, criteria, unsettled)))
    await retryUnsettled(
      context,
      unsettled.filter(({ triedMs }) => triedMs + retryUnsettledMs <= criteria.nowMs),
      criteria,
    )
    const settled = counts.reduce((sum, count) => sum + count, 0)
    if (settled > 0) await deletePastExposure(db, criteria.nowMs - 60_000)
    return settled
  }
  return Object.assign(settleTrades, { idle: () => background })
}

function publishSettled({ bus, markets }: TradingContext, trades: readonly SettledTrade[]): void {
  for (const trade of trades) {
    const scale = markets.symbol(trade.symbol)!.scale
    const price = (steps: number | null) => (steps === null ? null : formatScaled(BigInt(steps), scale))
    bus.publish('trade.settled', {
      customerId: trade.customerId,
      id: trade.id,
      result: trade.state,
      settled: {
        strike: price(trade.strike),
        exit: price(trade.exit),
        returned: formatAmount(trade.returnedMinor, trade.asset),
        settledAt: trade.settledAtMs,
        balance: formatAmount(trade.balanceMinor, trade.asset),
      },
      ...sentenceFields('msg', reportOf(trade)),
    })
  }
}

/** Records a trade that can't be settled and raises an alarm. */
async function setAside({ pool, alarms, clock }: TradingContext, trade: DueTrade, error: unknown): Promise<void> {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const why = { code: String(code ?? ''), reason: String(message ?? 'unknown') }
  await recordUnsettled(pool, trade, why, clock.nowMs())
  await alarms.raise({ kind: 'trade_unsettled', subject: trade.id, details: { code: why.code, reason: why.reason } })
}

/** Retries trades that couldn't be settled. */
async function retryUnsettled(
  context: TradingContext,
  unsettled: readonly DueTrade[],
  criteria: Omit<Due, 'shards' | 'without'>,
): Promise<void> {
  const { pool, alarms } = context
  for (const trade of unsettled) {
    try {
      const trades = await settleDue(pool, { ...criteria, shards: [trade.shard], without: [], only: [trade.id] })
      if (trades.length === 0) continue
      publishSettled(context, trades)
      await deleteUnsettled(pool, trade)
      await alarms.clear('trade_unsettled', trade.id)
    } catch (error) {
      if (failureOf(error) === 'row') await setAside(context, trade, error)
    }
  }
}

/**
 * Closes a stalled record after the tolerance and the grace period: the process that leads the feed stores its
 * remaining ticks and guarantees that no earlier ones follow. Only then are the record's trades decided, so a record
 * that is written late voids no trade.
 */
async function closeRecords({ pool, markets, log }: TradingContext, startedAtMs: number, nowMs: number): Promise<void> {
  const longestTolerance = Math.max(...markets.symbols.map((info) => info.staleAfterMs))
  // After a start, gives the feed time to come back.
  if (nowMs - startedAtMs < feedGraceMs + longestTolerance) return
  const closing = (await listOverdue(pool, nowMs - feedGraceMs))
    .filter(({ symbol, expiresAtMs }) => markets.watermarkMs(symbol) < expiresAtMs)
    .map(({ symbol, expiresAtMs }) =>
      markets
        .closeRecord(symbol, expiresAtMs)
        .catch((error) => log.warn({ err: error, symbol }, 'cannot close a price record yet')),
    )
  if (closing.length > 0) await Promise.race([Promise.all(closing), wait(closeWithinMs, undefined, { ref: false })])
}

const triesPerChunk = 3

/**
 * Retries a chunk that the database rolled back to break a deadlock. Deadlocks occur when an order repeats a trade's
 * key: the order has locked its customer and waits for the trade, while settlement has locked the trade and waits for
 * the customer.
 */
async function again<T>(settle: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await settle()
    } catch (error) {
      if (failureOf(error) !== 'again' || tried === triesPerChunk) throw error
    }
  }
}

/** Returns the trade report. */
function reportOf({ type, symbol, state, asset, stakeMinor, returnedMinor }: SettledTrade): PhraseValue {
  const amountMinor = state === 'WON' ? returnedMinor - stakeMinor : stakeMinor
  const phrase =
    state === 'WON' ? 'report_won' : state === 'LOST' ? 'report_lost' : state === 'TIE' ? 'report_tie' : 'report_void'
  return { phrase, values: { type, symbol, amount: moneyOf(amountMinor, asset) } }
}
