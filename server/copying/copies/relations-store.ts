import { sql } from 'kysely'
import type { CopyMode } from '../../../api/experts.ts'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { columnsOf, int4, int8, ms, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/** SQL for copy relations. */

export type Owner = { shard: number; customerId: string }
export type StopReason = 'customer' | 'stop_loss' | 'expert'

export type CopySettings = {
  mode: CopyMode
  amountMinor: bigint
  classes: string[] | null
  maxStakeMinor: bigint | null
  stopLossMinor: bigint | null
}
const relationRow = row({
  shard: int4,
  customerId: text,
  mode: textOf<CopyMode>(),
  amountMinor: int8,
  classes: text.array().nullable(),
  maxStakeMinor: int8.nullable(),
  stopLossMinor: int8.nullable(),
  id: text,
  expertId: text,
  asset: textOf<CashAsset>(),
  state: textOf<'active' | 'paused' | 'stopped'>(),
  startedAtMs: ms,
  stoppedAtMs: ms.nullable(),
  stopReason: textOf<StopReason>().nullable(),
  resultMinor: int8,
  feeMinor: int8,
  /** Stakes of open copies. */
  openMinor: int8,
})
export type Relation = RowOf<typeof relationRow>

const columns = columnsOf(relationRow.omit({ openMinor: true }), 'r')
const open = sql`coalesce((SELECT sum(c.stake_minor)::bigint FROM copying.copies c
  WHERE c.shard = r.shard AND c.customer_id = r.customer_id AND c.relation_id = r.id
    AND NOT c.is_done AND c.trade_id IS NOT NULL), 0)`

/** The fields of a relation that an order needs. */
const followerRow = relationRow.omit({
  expertId: true,
  startedAtMs: true,
  stoppedAtMs: true,
  stopReason: true,
  feeMinor: true,
})
export type Follower = RowOf<typeof followerRow>

/** Lists an expert's current followers, including paused ones. Sums open stakes only for followers with a stop-loss. */
export async function listFollowers(ex: Executor, expertId: string): Promise<Follower[]> {
  return queryRows(ex, followerRow)`
    SELECT ${columnsOf(followerRow.omit({ openMinor: true }), 'r')},
      CASE WHEN r.stop_loss_minor IS NULL THEN 0 ELSE ${open} END AS open_minor
    FROM copying.relations r
    WHERE r.expert_id = ${expertId} AND r.state <> 'stopped' ORDER BY r.shard, r.customer_id`
}

/** Lists an expert's followers at a past moment. */
export async function listFollowersAt(ex: Executor, expertId: string, atMs: number): Promise<Relation[]> {
  return queryRows(ex, relationRow)`
    SELECT ${columns}, CASE WHEN r.stop_loss_minor IS NULL THEN 0 ELSE ${open} END AS open_minor
    FROM copying.relations r
    WHERE r.expert_id = ${expertId} AND r.started_at_ms <= ${atMs}
      AND (r.stopped_at_ms IS NULL OR r.stopped_at_ms > ${atMs})
    ORDER BY r.shard, r.customer_id`
}

/** Returns and locks the customer's running relation with an expert. */
export async function lockRunning(
  tx: Executor,
  { shard, customerId }: Owner,
  expertId: string,
): Promise<Relation | undefined> {
  const rows = await queryRows(tx, relationRow)`
    SELECT ${columns}, ${open} AS open_minor FROM copying.relations r
    WHERE r.shard = ${shard} AND r.customer_id = ${customerId} AND r.expert_id = ${expertId} AND r.state <> 'stopped'
    FOR UPDATE OF r`
  return rows[0]
}

/**
 * `shareAboveMinor`: the result above which a profit share is due. Highs and losses are counted across all relations
 * with the same expert.
 */
type Counts = { copied: number; skipped: number; openCopies: number; shareAboveMinor: bigint }

const relationsRow = relationRow.extend({ copied: int4, skipped: int4, openCopies: int4, shareAboveMinor: int8 })

/** Lists a customer's relations: running ones first, then the newest. */
export async function listRelations(ex: Executor, { shard, customerId }: Owner): Promise<(Relation & Counts)[]> {
  return queryRows(ex, relationsRow)`
    SELECT ${columns}, ${open} AS open_minor, n.*,
      (r.result_minor + sum(r.high_water_minor - r.result_minor) OVER (PARTITION BY r.expert_id, r.asset))::bigint
        AS share_above_minor
    FROM copying.relations r
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.trade_id IS NOT NULL)::int AS copied,
        count(*) FILTER (WHERE c.trade_id IS NULL)::int AS skipped,
        count(*) FILTER (WHERE NOT c.is_done AND c.trade_id IS NOT NULL)::int AS open_copies
      FROM copying.copies c
      WHERE c.shard = r.shard AND c.customer_id = r.customer_id AND c.relation_id = r.id
    ) n
    WHERE r.shard = ${shard} AND r.customer_id = ${customerId}
    ORDER BY r.state = 'stopped', r.id DESC LIMIT 100`
}

export async function findRelation(
  ex: Executor,
  { shard, customerId }: Owner,
  id: string,
): Promise<Relation | undefined> {
  const rows = await queryRows(ex, relationRow)`
    SELECT ${columns}, 0::bigint AS open_minor FROM copying.relations r
    WHERE r.shard = ${shard} AND r.customer_id = ${customerId} AND r.id = ${id}`
  return rows[0]
}

const expertIdRow = row({ expertId: text })

/** Returns the IDs of the experts that this customer copies. */
export async function followedBy(ex: Executor, { shard, customerId }: Owner): Promise<string[]> {
  const rows = await queryRows(ex, expertIdRow)`
    SELECT expert_id FROM copying.relations
    WHERE shard = ${shard} AND customer_id = ${customerId} AND state <> 'stopped' ORDER BY id`
  return rows.map(({ expertId }) => expertId)
}

const followersRow = row({ expertId: text, followers: int4 })

export async function countFollowers(ex: Executor): Promise<Map<string, number>> {
  const rows = await queryRows(ex, followersRow)`
    SELECT expert_id, count(*)::int AS followers FROM copying.relations
    WHERE state <> 'stopped' GROUP BY expert_id`
  return new Map(rows.map(({ expertId, followers }) => [expertId, followers]))
}

export type NewRelation = Owner &
  CopySettings & { id: string; expertId: string; asset: CashAsset; startedAtMs: number; week: number }

/** Stores a relation. Returns false if the customer already copies this expert. */
export async function insertRelation(tx: Executor, r: NewRelation): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO copying.relations (
      shard, customer_id, id, expert_id, asset, mode, amount_minor, classes, max_stake_minor, stop_loss_minor,
      started_at_ms, shared_week
    )
    VALUES (
      ${r.shard}, ${r.customerId}, ${r.id}, ${r.expertId}, ${r.asset}, ${r.mode}, ${r.amountMinor},
      ${r.classes}::text[], ${r.maxStakeMinor}, ${r.stopLossMinor}, ${r.startedAtMs}, ${r.week}
    )
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx)
  return rows.length > 0
}

export async function saveSettings(
  tx: Executor,
  { shard, customerId, id }: Relation,
  settings: CopySettings,
  state: 'active' | 'paused',
): Promise<void> {
  await sql`
    UPDATE copying.relations
    SET mode = ${settings.mode}, amount_minor = ${settings.amountMinor}, classes = ${settings.classes}::text[],
      max_stake_minor = ${settings.maxStakeMinor}, stop_loss_minor = ${settings.stopLossMinor}, state = ${state}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND id = ${id}`.execute(tx)
}

const customerIdRow = row({ customerId: text })

/** Stops these relations. Returns the customers whose relations were running. */
export async function stopRelations(
  ex: Executor,
  which: readonly (Owner & { id: string })[],
  reason: StopReason,
  atMs: number,
): Promise<string[]> {
  const rows = await queryRows(ex, customerIdRow)`
    UPDATE copying.relations r SET state = 'stopped', stopped_at_ms = ${atMs}, stop_reason = ${reason}
    FROM unnest(
      ${which.map(({ shard }) => shard)}::smallint[],
      ${which.map(({ customerId }) => customerId)}::uuid[],
      ${which.map(({ id }) => id)}::uuid[]
    ) AS w(shard, customer_id, id)
    WHERE r.shard = w.shard AND r.customer_id = w.customer_id AND r.id = w.id AND r.state <> 'stopped'
    RETURNING r.customer_id`
  return rows.map(({ customerId }) => customerId)
}
