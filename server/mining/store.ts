import { sql } from 'kysely'
import type { AccrualInputs } from '../../api/calls/mining/mining.ts'
import type { MinedCoin } from '../../api/mining-coins.ts'
import type { CashAsset, CoinAsset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import {
  columnsOf,
  int4,
  int8,
  json,
  ms,
  queryFirst,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/** SQL for the `mining` schema. Times are in epoch milliseconds by the product's clock. */

export type Owner = { shard: number; customerId: string }

const parametersRow = row({
  coin: textOf<MinedCoin>(),
  fromMs: ms,
  difficultyE8: int8,
  subsidyMinor: int8,
  height: int4,
  source: text,
  observedOn: text,
  /** Number of corrections to this entry. */
  revision: int4,
  /** When a correction replaced it; null if it is current. */
  supersededAtMs: ms.nullable(),
})
export type Parameters = RowOf<typeof parametersRow>
export type ByTwo = { setBy: string; approvedBy: string }

/** Returns every entry and every correction, newest first. A correction comes before the entry it replaced. */
export async function listAllParameters(ex: Executor, coin?: MinedCoin): Promise<Parameters[]> {
  return queryRows(ex, parametersRow)`
    WITH entries AS (
      SELECT coin, from_ms, 0 AS revision, difficulty_e8, subsidy_minor, height, source, observed_on, from_ms AS at_ms
      FROM mining.parameters
      UNION ALL
      SELECT coin, from_ms, revision, difficulty_e8, subsidy_minor, height, source, observed_on, corrected_at_ms
      FROM mining.parameter_corrections
    )
    SELECT coin, from_ms, difficulty_e8, subsidy_minor, height, source,
      to_char(observed_on, 'YYYY-MM-DD') AS observed_on, revision,
      lead(at_ms) OVER (PARTITION BY coin, from_ms ORDER BY revision) AS superseded_at_ms
    FROM entries
    WHERE ${coin ?? null}::text IS NULL OR coin = ${coin ?? null}
    ORDER BY coin, from_ms DESC, revision DESC`
}

/** Returns the current entries, newest first, with corrections in place of the entries they replaced. */
export async function listParameters(ex: Executor, coin?: MinedCoin): Promise<Parameters[]> {
  return (await listAllParameters(ex, coin)).filter(({ supersededAtMs }) => supersededAtMs === null)
}

/** Serialises changes to parameters until the transaction ends. */
export async function lockParameters(tx: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('mining.parameters'))`.execute(tx)
}

type NewParameters = Omit<Parameters, 'revision' | 'supersededAtMs'>

export async function insertParameters(
  tx: Executor,
  entry: NewParameters,
  { setBy, approvedBy }: ByTwo,
): Promise<void> {
  const { coin, fromMs, difficultyE8, subsidyMinor, height, source, observedOn } = entry
  await sql`
    INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on, set_by,
      approved_by)
    VALUES (${coin}, ${fromMs}, ${String(difficultyE8)}::numeric, ${subsidyMinor}, ${height}, ${source},
      ${observedOn}, ${setBy}, ${approvedBy})`.execute(tx)
}

export async function insertCorrection(
  tx: Executor,
  entry: Omit<Parameters, 'supersededAtMs'>,
  { setBy, approvedBy }: ByTwo,
  atMs: number,
): Promise<void> {
  const { coin, fromMs, revision, difficultyE8, subsidyMinor, height, source, observedOn } = entry
  await sql`
    INSERT INTO mining.parameter_corrections (coin, from_ms, revision, difficulty_e8, subsidy_minor, height, source,
      observed_on, set_by, approved_by, corrected_at_ms)
    VALUES (${coin}, ${fromMs}, ${revision}, ${String(difficultyE8)}::numeric, ${subsidyMinor}, ${height},
      ${source}, ${observedOn}, ${setBy}, ${approvedBy}, ${atMs})`.execute(tx)
}

/** A price in dollars and the tick it comes from. */
export type StoredRate = { symbol: string; seq: number; price: string; scale: number }

const contractRow = row({
  shard: int4,
  customerId: text,
  id: text,
  coin: textOf<CoinAsset>(),
  minedCoin: textOf<MinedCoin>(),
  plan: text,
  planId: text,
  asset: textOf<CashAsset>(),
  priceMinor: int8,
  hashesPerS: int8,
  datacenter: text,
  feeBps: int4,
  rejectedBps: int4,
  startedAtMs: ms,
  endsAtMs: ms,
  holdingMinor: int8.nullable(),
  holdingRate: json<{ coin: StoredRate; cash: StoredRate | null }>().nullable(),
  daysPaid: int4,
  nextMs: ms.nullable(),
  carryParts: int8,
  earnedMinor: int8,
  endedEarlyMs: ms.nullable(),
})
export type MiningContract = RowOf<typeof contractRow>

export async function insertContract(ex: Executor, contract: MiningContract): Promise<void> {
  await sql`
    INSERT INTO mining.contracts (shard, customer_id, id, coin, mined_coin, plan, plan_id, asset, price_minor,
      hashes_per_s, datacenter, fee_bps, rejected_bps, started_at_ms, ends_at_ms,
      holding_minor, holding_rate, days_paid, next_ms)
    VALUES (${contract.shard}, ${contract.customerId}, ${contract.id}, ${contract.coin}, ${contract.minedCoin},
      ${contract.plan}, ${contract.planId}, ${contract.asset}, ${contract.priceMinor},
      ${contract.hashesPerS}, ${contract.datacenter}, ${contract.feeBps}, ${contract.rejectedBps},
      ${contract.startedAtMs}, ${contract.endsAtMs},
      ${contract.holdingMinor}, ${JSON.stringify(contract.holdingRate)}::jsonb, ${contract.daysPaid},
      ${contract.nextMs})`.execute(ex)
}

/** Returns the customer's contracts: running ones, then ended ones, each newest first. */
export async function listContracts(ex: Executor, { shard, customerId }: Owner): Promise<MiningContract[]> {
  return queryRows(ex, contractRow)`
    SELECT ${columnsOf(contractRow)}
    FROM mining.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY next_ms IS NULL, id DESC`
}

/** Returns every contract in a shard. */
export async function contractsOf(ex: Executor, shard: number): Promise<MiningContract[]> {
  return queryRows(ex, contractRow)`SELECT ${columnsOf(contractRow)} FROM mining.contracts WHERE shard = ${shard}`
}

export async function findContract(
  ex: Executor,
  { shard, customerId }: Owner,
  id: string,
): Promise<MiningContract | undefined> {
  return queryFirst(ex, contractRow)`
    SELECT ${columnsOf(contractRow)}
    FROM mining.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`
}

const coinRow = row({ coin: textOf<CoinAsset>() })

/** Returns the coins of contracts with a due day. */
export async function listDueCoins(ex: Executor, nowMs: number): Promise<CoinAsset[]> {
  const rows = await queryRows(ex, coinRow)`SELECT DISTINCT coin FROM mining.contracts WHERE next_ms <= ${nowMs}`
  return rows.map(({ coin }) => coin)
}

/**
 * Locks contracts with a day that is due at or before their coin's `throughMs`, except those in `without`. Skips
 * contracts locked by another process.
 */
export async function lockDue(
  ex: Executor,
  coins: readonly { coin: CoinAsset; throughMs: number }[],
  without: readonly string[],
  limit: number,
): Promise<MiningContract[]> {
  const through = coins.map(({ throughMs }) => throughMs)
  return queryRows(ex, contractRow)`
    SELECT ${columnsOf(contractRow)} FROM mining.contracts
    WHERE next_ms <= ${Math.max(...through)} AND id <> ALL (${without}::uuid[])
      AND EXISTS (SELECT FROM unnest(${coins.map(({ coin }) => coin)}::text[],
        ${through}::bigint[]) AS payable(of_coin, through_ms) WHERE of_coin = coin AND next_ms <= through_ms)
    ORDER BY next_ms LIMIT ${limit} FOR UPDATE SKIP LOCKED`
}

/** Locks one contract if it still has a day to pay and no other process has locked it. */
export async function lockOneDue(
  ex: Executor,
  { shard, customerId, id }: Owner & { id: string },
): Promise<MiningContract | undefined> {
  return queryFirst(ex, contractRow)`
    SELECT ${columnsOf(contractRow)} FROM mining.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} AND next_ms IS NOT NULL
    FOR UPDATE SKIP LOCKED`
}

export async function saveProgress(
  ex: Executor,
  { shard, customerId, id, daysPaid, nextMs, carryParts, earnedMinor }: MiningContract,
): Promise<void> {
  await sql`
    UPDATE mining.contracts
    SET days_paid = ${daysPaid}, next_ms = ${nextMs}, carry_parts = ${String(carryParts)}::numeric,
      earned_minor = ${earnedMinor}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(ex)
}

export async function endContract(
  ex: Executor,
  { shard, customerId }: Owner,
  id: string,
  nowMs: number,
): Promise<void> {
  await sql`
    UPDATE mining.contracts SET next_ms = NULL, ended_early_ms = ${nowMs}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} AND next_ms IS NOT NULL`.execute(ex)
}

const dayRow = row({
  day: int4,
  paidAtMs: ms,
  accruals: json<AccrualInputs[]>(),
  carryBeforeParts: int8,
  carryAfterParts: int8,
  minedMinor: int8,
  rate: json<{ from: StoredRate; to: StoredRate }>().nullable(),
  paidMinor: int8,
})
export type Day = RowOf<typeof dayRow>

export async function insertDay(ex: Executor, { shard, customerId, id }: MiningContract, day: Day): Promise<void> {
  await sql`
    INSERT INTO mining.days (shard, customer_id, contract_id, day, paid_at_ms, accruals, carry_before_parts,
      carry_after_parts, mined_minor, rate, paid_minor)
    VALUES (${shard}, ${customerId}, ${id}, ${day.day}, ${day.paidAtMs}, ${JSON.stringify(day.accruals)}::jsonb,
      ${String(day.carryBeforeParts)}::numeric, ${String(day.carryAfterParts)}::numeric,
      ${day.minedMinor}, ${day.rate === null ? null : JSON.stringify(day.rate)}::jsonb, ${day.paidMinor})`.execute(ex)
}

/** Returns a page of a contract's days, newest first. */
export async function listDays(
  ex: Executor,
  { shard, customerId }: Owner,
  contractId: string,
  limit: number,
  offset: number,
): Promise<Day[]> {
  return queryRows(ex, dayRow)`
    SELECT day, paid_at_ms, accruals, carry_before_parts, carry_after_parts, mined_minor, rate, paid_minor
    FROM mining.days
    WHERE shard = ${shard} AND customer_id = ${customerId} AND contract_id = ${contractId}
    ORDER BY day DESC LIMIT ${limit} OFFSET ${offset}`
}

const earnedRow = row({ dayMs: ms, coin: textOf<CoinAsset>(), paidMinor: int8 })

/** Returns the customer's outputs since a time, summed by UTC day and coin. `dayMs` is the start of the day. */
export async function listEarned(
  ex: Executor,
  { shard, customerId }: Owner,
  sinceMs: number,
): Promise<RowOf<typeof earnedRow>[]> {
  return queryRows(ex, earnedRow)`
    SELECT paid_at_ms - paid_at_ms % 86400000 AS day_ms, coin, sum(paid_minor)::bigint AS paid_minor
    FROM mining.days JOIN mining.contracts USING (shard, customer_id)
    WHERE shard = ${shard} AND customer_id = ${customerId} AND contract_id = id AND paid_at_ms >= ${sinceMs}
    GROUP BY 1, 2 ORDER BY 1, 2`
}
