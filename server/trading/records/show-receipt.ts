import { createHash } from 'node:crypto'
import { formatAmount, formatScaled } from '../../../api/money.ts'
import { canonicalReceipt, type TradeReceipt } from '../../../api/calls/trading/trading.ts'
import type { Side, Transfer } from '../../ledger/public.ts'
import type { Tick } from '../../markets/public.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { breakEvenBps, expectedValueBps } from '../results/payout.ts'
import { rulesById, textOfRules } from '../results/rules.ts'
import { findTrade, type Trade } from '../store.ts'
import { tradeRecordOf } from './trade-record.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const farMs = 8_640_000_000_000_000

/** Consecutive ticks, and the hash before the first one. */
export type Run = { before: string; ticks: Tick[] }

/**
 * Returns all data needed to recompute a trade's result. Throws `not_found` unless the trade belongs to the customer.
 */
export async function showReceipt(
  context: TradingContext,
  { id }: { id: string },
  { session }: CustomerRequest,
): Promise<TradeReceipt> {
  const trade = uuid.test(id) ? await findTrade(context.db, session, id) : undefined
  if (!trade) throw new Refused('not_found')
  const info = context.markets.symbol(trade.symbol)
  invariant(info, `trade ${trade.id} has a symbol that is not in the catalogue`)
  const rules = rulesById(trade.rules)
  const [entry, exit, transfers] = await Promise.all([
    entryRun(context, trade),
    exitRun(context, trade),
    context.ledger.transfersOf(trade.id, trade.customerId, timeOf(trade)),
  ])
  const batches = await context.ledger.batchesOf(
    trade.customerId,
    transfers.map((transfer) => transfer.id),
  )
  const { reasonPhrase: _, ...record } = tradeRecordOf(trade, info.scale)
  const facts: Omit<TradeReceipt, 'digest'> = {
    format: 'tallystick-receipt-1',
    order: {
      ...record,
      customer: trade.customerId,
      symbol: trade.symbol,
      scale: info.scale,
      breakEvenBps: breakEvenBps(trade.payoutBps),
      expectedValueBps: expectedValueBps(trade.payoutBps),
    },
    rules: {
      version: rules.version,
      strikeToleranceMs: trade.toleranceMs,
      exitToleranceMs: trade.toleranceMs,
      text: textOfRules(rules),
    },
    ticks: { entry: runOf(entry, info.scale), exit: runOf(exit, info.scale) },
    refused: await refusedAround(context, trade, info.scale),
    seams: await seamsWithin(context, trade),
    outcome: {
      status: trade.state,
      strikeSeq: trade.strikeSeq,
      exitSeq: trade.exitSeq,
      returned: record.returned,
      reason: record.reason,
    },
    transfers: transfers.map((transfer) => ({
      id: String(transfer.id),
      kind: transfer.kind,
      amount: formatAmount(transfer.amountMinor, transfer.asset),
      at: transfer.atMs,
      batch: batchName(transfer.shard, batches.get(transfer.id)),
      asset: transfer.asset,
      from: accountName(transfer.debit),
      to: accountName(transfer.credit),
      order: transfer.reference,
      note: transfer.note,
    })),
  }
  const log = await logOf(context, transfers, batches)
  const receipt = log ? { ...facts, log } : facts
  return { ...receipt, digest: createHash('sha256').update(canonicalReceipt(receipt)).digest('hex') }
}

/** Proves the transfers' batches by the transparency log. Undefined until the log contains all of them. */
async function logOf(
  { proveBatch }: TradingContext,
  transfers: readonly Transfer[],
  batches: ReadonlyMap<bigint, bigint>,
): Promise<TradeReceipt['log']> {
  if (!proveBatch) return undefined
  const byBatch = Map.groupBy(transfers, ({ id, shard }) => batchName(shard, batches.get(id)))
  const proven = await Promise.all(
    [...byBatch.values()].map((found) =>
      proveBatch(
        found[0]!.shard,
        batches.get(found[0]!.id)!,
        found.map(({ id }) => id),
      ),
    ),
  )
  return proven.every((batch) => batch !== undefined) ? proven : undefined
}

function batchName(shard: number, batch: bigint | undefined): string {
  invariant(batch !== undefined, 'every transfer is in a batch')
  return `${shard}/${batch}`
}

const accountName = (side: Side) => ('owner' in side ? `${side.owner} ${side.code}` : side.house)

/** Returns the time range of a trade's transfers, with a day's margin for clock changes. */
export function timeOf({ acceptedAtMs, settledAtMs }: Trade): { fromMs: number; toMs: number } {
  const dayMs = 86_400_000
  return { fromMs: acceptedAtMs - dayMs, toMs: (settledAtMs ?? acceptedAtMs) + dayMs }
}

/** Returns the ticks from the last one at or before acceptance to the first one after it. */
async function entryRun({ markets }: TradingContext, trade: Trade): Promise<Run> {
  return runAcross(markets, trade.symbol, trade.acceptedAtMs)
}

/** Returns the ticks from the last one at or before expiry to the first one after it; empty for an open trade. */
async function exitRun({ markets }: TradingContext, trade: Trade): Promise<Run> {
  return trade.state === 'OPEN' ? { before: '', ticks: [] } : runAcross(markets, trade.symbol, trade.expiresAtMs)
}

/**
 * Returns the last tick at or before a moment and the first one after it, if they exist. Reads the stored record,
 * because memory has no ticks of a symbol whose feed stopped before the last restart.
 */
async function runAcross(markets: TradingContext['markets'], symbol: string, atMs: number): Promise<Run> {
  const [after] = await markets.ticksBetween(symbol, atMs + 1, farMs, 1)
  if (after) return markets.ticksAround(symbol, after.seq, 1, 0)
  const last = await markets.lastTickAt(symbol, atMs)
  return last ? markets.ticksAround(symbol, last.seq, 0, 0) : { before: '', ticks: [] }
}

/** Returns a run of ticks with prices as text. */
export function runOf({ before, ticks }: Run, scale: number): TradeReceipt['ticks']['entry'] {
  const price = (steps: number) => formatScaled(BigInt(steps), scale)
  return {
    before,
    ticks: ticks.map(({ seq, atMs, bid, ask, price: middle, source, hash }) => ({
      seq,
      at: atMs,
      bid: price(bid),
      ask: price(ask),
      price: price(middle),
      source,
      hash,
    })),
  }
}

async function seamsWithin(
  { markets }: TradingContext,
  { symbol, acceptedAtMs, expiresAtMs }: Trade,
): Promise<TradeReceipt['seams']> {
  return (await markets.seamsBetween(symbol, acceptedAtMs, expiresAtMs)).map(({ atMs, reason }) => ({
    at: atMs,
    reason,
  }))
}

const refusedPerReason = 100

/**
 * Returns prices refused within the tolerance before or after acceptance and expiry. `completeSince` is set if some may
 * be missing: old ones are deleted, and long runs are counted without being listed.
 */
async function refusedAround(
  { markets }: TradingContext,
  trade: Trade,
  scale: number,
): Promise<TradeReceipt['refused']> {
  const { symbol, toleranceMs, acceptedAtMs, expiresAtMs, state } = trade
  const around = (atMs: number) =>
    markets.refusedOfEachReason(symbol, atMs - toleranceMs, atMs + toleranceMs, refusedPerReason + 1)
  const [entry, exit, gapsEndMs] = await Promise.all([
    around(acceptedAtMs),
    state === 'OPEN' ? [] : around(expiresAtMs),
    markets.refusedGapsEnd(symbol),
  ])
  const [firsts, lasts] = [shortened(entry), shortened(exit)]
  const missing = [...firsts.left, ...lasts.left].map(({ atMs }) => atMs)
  if (gapsEndMs !== undefined && gapsEndMs >= acceptedAtMs - toleranceMs) missing.push(gapsEndMs)
  const lists = { entry: listOf(firsts.kept, scale), exit: listOf(lasts.kept, scale) }
  return missing.length === 0 ? lists : { ...lists, completeSince: Math.max(...missing) }
}

type Refusals = Awaited<ReturnType<TradingContext['markets']['refusedOfEachReason']>>

/** Keeps `refusedPerReason` prices per reason. `left` contains the others. */
function shortened(found: Refusals): { kept: Refusals; left: Refusals } {
  const left = [...Map.groupBy(found, ({ reason }) => reason).values()].flatMap((same) => same.slice(refusedPerReason))
  return { kept: found.filter((each) => !left.includes(each)), left }
}

function listOf(found: Refusals, scale: number): NonNullable<TradeReceipt['refused']>['entry'] {
  const text = (steps: number | null) => (steps === null || steps <= 0 ? null : formatScaled(BigInt(steps), scale))
  return found.flatMap(({ id, atMs: at, bid, ask, price, reason, source }) =>
    reason === 'unknown_symbol' ? [] : [{ id, at, bid: text(bid), ask: text(ask), price: text(price), reason, source }],
  )
}
