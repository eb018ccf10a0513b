import { sql } from 'kysely'
import type { FarmStretch } from '../../api/calls/farming/farming.ts'
import type { FarmCoin } from '../../api/farming-rules.ts'
import type { FarmState } from '../../api/states/farm-states.ts'
import type { CashAsset } from '../../api/money.ts'
import type { Executor } from '../platform/database/database.ts'
import {
  bool,
  columnsOf,
  int4,
  int8,
  int8AsNumber,
  json,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/** SQL for the `farming` schema. Times are in epoch milliseconds by the product's clock. */

export type Owner = { shard: number; customerId: string }
const planRow = row({
  id: text,
  name: text,
  coin: textOf<FarmCoin>(),
  minMinor: int8,
  leverageHalves: int4,
  marginBps: int4,
  earlyFeeBps: int4,
  retiredAtMs: ms.nullable(),
})
export type Plan = RowOf<typeof planRow>

/** Returns all plans, offered ones first, then retired ones. */
export async function listAllPlans(ex: Executor): Promise<Plan[]> {
  return queryRows(ex, planRow)`
    SELECT id, name, coin, min_minor, leverage_halves, margin_bps, early_fee_bps, retired_at_ms
    FROM farming.plans ORDER BY retired_at_ms NULLS FIRST, place, id`
}

/** Returns the offered plans. */
export async function listPlans(ex: Executor): Promise<Plan[]> {
  return (await listAllPlans(ex)).filter(({ retiredAtMs }) => retiredAtMs === null)
}

/** Returns an offered plan by ID or name. */
export async function findPlan(ex: Executor, named: string): Promise<Plan | undefined> {
  return (await listPlans(ex)).find(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase())
}

/**
 * Returns a plan by its ID, retired or not, and locks it until the commit, so that announcements and terms stay
 * consistent.
 */
export async function lockPlan(tx: Executor, id: string): Promise<Plan | undefined> {
  const { rows } = await sql`SELECT FROM farming.plans WHERE id = ${id} FOR UPDATE`.execute(tx)
  return rows.length === 0 ? undefined : (await listAllPlans(tx)).find((plan) => plan.id === id)
}

const takenRow = row({ taken: bool })

/** Saves a plan. A new one comes last in the list. Returns false if another offered plan has its name. */
export async function savePlan(tx: Executor, p: Plan): Promise<boolean> {
  // Serialises saves, so that the second of two plans with the same name is refused.
  await sql`LOCK TABLE farming.plans IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  const found = await queryOne(tx, takenRow)`
    SELECT EXISTS (SELECT FROM farming.plans WHERE lower(name) = lower(${p.name}) AND retired_at_ms IS NULL
      AND id <> ${p.id}) AS taken`
  if (found.taken) return false
  await sql`
    INSERT INTO farming.plans (id, name, coin, min_minor, leverage_halves, margin_bps, early_fee_bps, place)
    SELECT ${p.id}, ${p.name}, ${p.coin}, ${p.minMinor}, ${p.leverageHalves}, ${p.marginBps}, ${p.earlyFeeBps},
      coalesce(max(place), 0) + 1
    FROM farming.plans WHERE retired_at_ms IS NULL
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, min_minor = excluded.min_minor,
      leverage_halves = excluded.leverage_halves, margin_bps = excluded.margin_bps,
      early_fee_bps = excluded.early_fee_bps`.execute(tx)
  return true
}

/** Returns whether another offered plan has the name. */
export async function isNameTaken(ex: Executor, { id, name }: Pick<Plan, 'id' | 'name'>): Promise<boolean> {
  const named = await findPlanNamed(ex, name)
  return named !== undefined && named.id !== id
}

const findPlanNamed = async (ex: Executor, name: string) =>
  (await listPlans(ex)).find((plan) => plan.name.toLowerCase() === name.toLowerCase())

/** Locks the offered plans and returns them in display order. */
export async function lockPlans(tx: Executor): Promise<Plan[]> {
  await sql`LOCK TABLE farming.plans IN SHARE ROW EXCLUSIVE MODE`.execute(tx)
  return listPlans(tx)
}

/** Stores the display order of plans. */
export async function orderPlans(tx: Executor, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE farming.plans p SET place = o.place
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS o (id, place) WHERE p.id = o.id`.execute(tx)
}

export async function retirePlan(tx: Executor, id: string, atMs: number): Promise<void> {
  await sql`UPDATE farming.plans SET retired_at_ms = ${atMs} WHERE id = ${id}`.execute(tx)
}

const runningRow = row({ planId: text, running: int4 })

/** Returns the number of running contracts per plan. */
export async function countRunning(ex: Executor): Promise<Map<string, number>> {
  const rows = await queryRows(ex, runningRow)`
    SELECT plan_id, count(*)::int AS running
    FROM farming.contracts
    WHERE next_ms IS NOT NULL GROUP BY plan_id`
  return new Map(rows.map(({ planId, running }) => [planId, running]))
}

const rateRow = row({
  fromMs: ms,
  announcedMs: ms,
  weeklyPpm: int4,
  minimumPpm: int4,
  borrowPpm: int4,
  planId: text,
  note: text,
})
export type StoredRate = RowOf<typeof rateRow>

/** Returns the announcements for one plan or for all plans, newest first. */
export async function listRates(ex: Executor, planId?: string): Promise<StoredRate[]> {
  return queryRows(ex, rateRow)`
    SELECT plan_id, announced_ms, from_ms, weekly_ppm, minimum_ppm, borrow_ppm, note
    FROM farming.rates
    WHERE ${planId ?? null}::text IS NULL OR plan_id = ${planId ?? null}
    ORDER BY announced_ms DESC, plan_id`
}

export async function insertRate(
  ex: Executor,
  { planId, announcedMs, fromMs, weeklyPpm, minimumPpm, borrowPpm, note }: StoredRate,
  { announcedBy, approvedBy }: { announcedBy: string; approvedBy: string },
): Promise<void> {
  await sql`
    INSERT INTO farming.rates (plan_id, announced_ms, from_ms, weekly_ppm, minimum_ppm, borrow_ppm, note,
      announced_by, approved_by)
    VALUES (${planId}, ${announcedMs}, ${fromMs}, ${weeklyPpm}, ${minimumPpm}, ${borrowPpm}, ${note},
      ${announcedBy}, ${approvedBy})`.execute(ex)
}

const contractRow = row({
  shard: int4,
  customerId: text,
  id: text,
  planId: text,
  plan: text,
  coin: textOf<FarmCoin>(),
  asset: textOf<CashAsset>(),
  principalMinor: int8,
  leverageHalves: int4,
  minimumPpm: int4,
  borrowPpm: int4,
  marginBps: int4,
  earlyFeeBps: int4,
  entrySeq: int8AsNumber,
  entryAtMs: ms,
  entryPrice: int8,
  liquidationPrice: int8,
  startedAtMs: ms,
  endsAtMs: ms,
  weeksPaid: int4,
  nextMs: ms.nullable(),
  carryParts: int8,
  earnedMinor: int8,
  state: textOf<FarmState>(),
  endedMs: ms.nullable(),
  exitSeq: int8AsNumber.nullable(),
  exitAtMs: ms.nullable(),
  exitPrice: int8.nullable(),
  feeMinor: int8,
  returnedMinor: int8.nullable(),
})
export type YieldContract = RowOf<typeof contractRow>

export async function insertContract(ex: Executor, contract: YieldContract): Promise<void> {
  await sql`
    INSERT INTO farming.contracts (shard, customer_id, id, plan_id, plan, coin, asset, principal_minor,
      leverage_halves, minimum_ppm, borrow_ppm, margin_bps, early_fee_bps,
      entry_seq, entry_at_ms, entry_price, liquidation_price, started_at_ms, ends_at_ms, next_ms)
    VALUES (${contract.shard}, ${contract.customerId}, ${contract.id}, ${contract.planId}, ${contract.plan},
      ${contract.coin}, ${contract.asset}, ${contract.principalMinor},
      ${contract.leverageHalves}, ${contract.minimumPpm}, ${contract.borrowPpm}, ${contract.marginBps},
      ${contract.earlyFeeBps},
      ${contract.entrySeq}, ${contract.entryAtMs}, ${contract.entryPrice}, ${contract.liquidationPrice},
      ${contract.startedAtMs}, ${contract.endsAtMs}, ${contract.nextMs})`.execute(ex)
}

/** Returns the customer's contracts, running before ended ones, newest first. */
export async function listContracts(ex: Executor, { shard, customerId }: Owner): Promise<YieldContract[]> {
  return queryRows(ex, contractRow)`
    SELECT ${columnsOf(contractRow)}
    FROM farming.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY next_ms IS NULL, id DESC`
}

/** Returns every contract in a shard. */
export async function contractsOf(ex: Executor, shard: number): Promise<YieldContract[]> {
  return queryRows(ex, contractRow)`SELECT ${columnsOf(contractRow)} FROM farming.contracts WHERE shard = ${shard}`
}

export async function findContract(
  ex: Executor,
  { shard, customerId }: Owner,
  id: string,
): Promise<YieldContract | undefined> {
  return queryFirst(ex, contractRow)`
    SELECT ${columnsOf(contractRow)}
    FROM farming.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`
}

export async function lockContract(
  ex: Executor,
  { shard, customerId }: Owner,
  id: string,
): Promise<YieldContract | undefined> {
  return queryFirst(ex, contractRow)`
    SELECT ${columnsOf(contractRow)}
    FROM farming.contracts
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id} FOR UPDATE`
}

const isStuck = sql`EXISTS (
  SELECT FROM farming.stuck s
  WHERE s.shard = contracts.shard AND s.customer_id = contracts.customer_id AND s.contract_id = contracts.id)`

/**
 * Locks contracts whose interest is due, except those in `without` and stuck ones. Skips contracts locked by another
 * process.
 */
export async function lockDue(
  ex: Executor,
  coin: FarmCoin,
  throughMs: number,
  without: readonly string[],
  limit: number,
): Promise<YieldContract[]> {
  return queryRows(ex, contractRow)`
    SELECT ${columnsOf(contractRow)} FROM farming.contracts
    WHERE coin = ${coin} AND next_ms <= ${throughMs} AND id <> ALL (${without}::uuid[]) AND NOT ${isStuck}
    ORDER BY next_ms LIMIT ${limit} FOR UPDATE SKIP LOCKED`
}

/**
 * Locks the running contracts that a fall to this price may have closed, in ID order, after a given ID. Stuck contracts
 * are handled separately.
 */
export async function lockAtRisk(
  ex: Executor,
  coin: FarmCoin,
  lowestPrice: bigint,
  after: string | null,
  limit: number,
): Promise<YieldContract[]> {
  return queryRows(ex, contractRow)`
    SELECT ${columnsOf(contractRow)} FROM farming.contracts
    WHERE coin = ${coin} AND next_ms IS NOT NULL AND liquidation_price >= ${lowestPrice}
      AND (${after}::uuid IS NULL OR id > ${after}::uuid) AND NOT ${isStuck}
    ORDER BY id LIMIT ${limit} FOR UPDATE`
}

const stuckRow = row({
  shard: int4,
  customerId: text,
  id: text,
  fromMs: ms,
})
export type Stuck = RowOf<typeof stuckRow>

/** Returns a coin's contracts whose liquidation failed, except those in `without`. */
export async function listStuck(ex: Executor, coin: FarmCoin, without: readonly string[]): Promise<Stuck[]> {
  return queryRows(ex, stuckRow)`
    SELECT s.shard, s.customer_id, s.contract_id AS id, s.from_ms
    FROM farming.stuck s
    JOIN farming.contracts c ON c.shard = s.shard AND c.customer_id = s.customer_id AND c.id = s.contract_id
    WHERE c.coin = ${coin} AND c.id <> ALL (${without}::uuid[]) ORDER BY s.contract_id`
}

const stuckRow2 = row({ stuck: int4 })

export async function countStuck(ex: Executor): Promise<number> {
  const found = await queryOne(ex, stuckRow2)`SELECT count(*)::int AS stuck FROM farming.stuck`
  return found.stuck
}

export async function insertStuck(
  tx: Executor,
  { shard, customerId, id }: YieldContract,
  fromMs: number,
): Promise<void> {
  await sql`
    INSERT INTO farming.stuck (shard, customer_id, contract_id, from_ms)
    VALUES (${shard}, ${customerId}, ${id}, ${fromMs}) ON CONFLICT DO NOTHING`.execute(tx)
}

export async function deleteStuck(tx: Executor, { shard, customerId, id }: Stuck): Promise<void> {
  await sql`
    DELETE FROM farming.stuck
    WHERE shard = ${shard} AND customer_id = ${customerId} AND contract_id = ${id}`.execute(tx)
}

const throughMsRow = row({ throughMs: ms })

/** Locks a coin's watch for the transaction; returns undefined if another process has it. */
export async function lockWatch(ex: Executor, coin: FarmCoin): Promise<number | undefined> {
  const found = await queryFirst(
    ex,
    throughMsRow,
  )`SELECT through_ms FROM farming.watch WHERE coin = ${coin} FOR UPDATE SKIP LOCKED`
  return found && found.throughMs
}

/** Prevents the watch from skipping a contract that is being written. Waits for a pass in progress. */
export async function holdWatch(ex: Executor, coin: FarmCoin): Promise<void> {
  await sql`SELECT FROM farming.watch WHERE coin = ${coin} FOR SHARE`.execute(ex)
}

export async function readWatch(ex: Executor, coin: FarmCoin): Promise<number> {
  const found = await queryFirst(ex, throughMsRow)`SELECT through_ms FROM farming.watch WHERE coin = ${coin}`
  return Number(found?.throughMs ?? 0n)
}

export async function moveWatch(ex: Executor, coin: FarmCoin, throughMs: number): Promise<void> {
  await sql`
    UPDATE farming.watch SET through_ms = ${throughMs} WHERE coin = ${coin} AND through_ms < ${throughMs}`.execute(ex)
}

export async function saveProgress(ex: Executor, contract: YieldContract): Promise<void> {
  const {
    shard,
    customerId,
    id,
    weeksPaid,
    nextMs,
    carryParts,
    earnedMinor,
    state,
    endedMs,
    exitSeq,
    exitAtMs,
    exitPrice,
    feeMinor,
    returnedMinor,
  } = contract
  await sql`
    UPDATE farming.contracts
    SET weeks_paid = ${weeksPaid}, next_ms = ${nextMs}, carry_parts = ${carryParts}, earned_minor = ${earnedMinor},
      state = ${state}, ended_ms = ${endedMs},
      exit_seq = ${exitSeq}, exit_at_ms = ${exitAtMs}, exit_price = ${exitPrice}, fee_minor = ${feeMinor},
      returned_minor = ${returnedMinor}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(ex)
}

const weekRow = row({
  week: int4,
  fromMs: ms,
  toMs: ms,
  stretches: json<FarmStretch[]>(),
  carryBeforeParts: int8,
  carryAfterParts: int8,
  paidMinor: int8,
})
export type Week = RowOf<typeof weekRow>

export async function insertWeek(ex: Executor, { shard, customerId, id }: YieldContract, week: Week): Promise<void> {
  await sql`
    INSERT INTO farming.weeks (shard, customer_id, contract_id, week, from_ms, to_ms, stretches, carry_before_parts,
      carry_after_parts, paid_minor)
    VALUES (${shard}, ${customerId}, ${id}, ${week.week}, ${week.fromMs}, ${week.toMs},
      ${JSON.stringify(week.stretches)}::jsonb, ${week.carryBeforeParts}, ${week.carryAfterParts},
      ${week.paidMinor})`.execute(ex)
}

/** Returns a contract's weeks, newest first. */
export async function listWeeks(ex: Executor, { shard, customerId }: Owner, contractId: string): Promise<Week[]> {
  return queryRows(ex, weekRow)`
    SELECT week, from_ms, to_ms, stretches, carry_before_parts, carry_after_parts, paid_minor
    FROM farming.weeks
    WHERE shard = ${shard} AND customer_id = ${customerId} AND contract_id = ${contractId}
    ORDER BY week DESC`
}

const deliveredRow = row({ planId: text, contracts: int4, earnedShare: int8, paidMs: ms })

/**
 * Returns the interest that each plan's contracts were paid, summed per unit of deposit in 10^-12, and the sum of the
 * paid time. The figures don't depend on currencies and exclude contracts whose deposit a chain reorganisation removed.
 */
export async function listDelivered(
  ex: Executor,
): Promise<{ planId: string; contracts: number; earnedShare: bigint; paidMs: number }[]> {
  return queryRows(ex, deliveredRow)`
    SELECT c.plan_id, count(*)::int AS contracts,
      sum(div(c.earned_minor * 1000000000000::numeric, c.principal_minor)) AS earned_share,
      sum(w.paid_ms) AS paid_ms
    FROM farming.contracts c
    CROSS JOIN LATERAL (SELECT max(to_ms) - c.started_at_ms AS paid_ms FROM farming.weeks WHERE shard = c.shard
      AND customer_id = c.customer_id AND contract_id = c.id) w
    WHERE c.weeks_paid > 0 AND c.state <> 'left_the_chain' AND w.paid_ms > 0 GROUP BY c.plan_id`
}
