import { sql } from 'kysely'
import type { CashAsset } from '../../../api/money.ts'
import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import type { Executor } from '../../platform/database/database.ts'
import { storedText } from '../../platform/stored-phrase.ts'
import {
  bool,
  columnsOf,
  int4,
  int8,
  json,
  ms,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../platform/database/rows.ts'

/** SQL for `copying.robots`. Times are epoch milliseconds of the product's clock. */

export type Owner = { shard: number; customerId: string }

export type RobotSettings = {
  strategy: string
  asset: CashAsset
  stakeMinor: bigint
  symbols: string[]
  hours: string
  lossLimitMinor: bigint
}
const robotRow = row({
  shard: int4,
  customerId: text,
  strategy: text,
  asset: textOf<CashAsset>(),
  stakeMinor: int8,
  symbols: text.array(),
  hours: text,
  lossLimitMinor: int8,
  run: int4,
  active: bool,
  startedAtMs: ms.nullable(),
  stoppedAtMs: ms.nullable(),
  decided: json<Record<string, number>>(),
  note: text.nullable(),
})
export type Robot = RowOf<typeof robotRow>

export async function findRobot(ex: Executor, { shard, customerId }: Owner): Promise<Robot | undefined> {
  const rows = await queryRows(ex, robotRow)`
    SELECT ${columnsOf(robotRow)} FROM copying.robots WHERE shard = ${shard} AND customer_id = ${customerId}`
  return rows[0]
}

/** Stores a robot's settings. Returns false and changes nothing if the robot is active. */
export async function saveRobotSettings(
  ex: Executor,
  { shard, customerId }: Owner,
  { strategy, asset, stakeMinor, symbols, hours, lossLimitMinor }: RobotSettings,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO copying.robots AS r (shard, customer_id, strategy, asset, stake_minor, symbols, hours, loss_limit_minor)
    VALUES (${shard}, ${customerId}, ${strategy}, ${asset}, ${stakeMinor}, ${symbols}, ${hours}, ${lossLimitMinor})
    ON CONFLICT (shard, customer_id) DO UPDATE
    SET strategy = excluded.strategy, stake_minor = excluded.stake_minor, symbols = excluded.symbols,
      hours = excluded.hours, loss_limit_minor = excluded.loss_limit_minor
    WHERE NOT r.active RETURNING true`.execute(ex)
  return rows.length > 0
}

/** Starts a new run. Returns false if there is no robot or it is active. */
export async function startRobotRun(ex: Executor, { shard, customerId }: Owner, nowMs: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE copying.robots
    SET active = true, run = run + 1, started_at_ms = ${nowMs}, stopped_at_ms = NULL, decided = '{}', note = NULL
    WHERE shard = ${shard} AND customer_id = ${customerId} AND NOT active RETURNING true`.execute(ex)
  return rows.length > 0
}

/** Stops a run, or only `run` if given. Returns false if it was already stopped. */
export async function stopRobotRun(
  ex: Executor,
  { shard, customerId }: Owner,
  nowMs: number,
  note: PhraseValue,
  run?: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE copying.robots SET active = false, stopped_at_ms = ${nowMs}, note = ${storedText(note)}
    WHERE shard = ${shard} AND customer_id = ${customerId} AND active
      AND (${run ?? null}::int IS NULL OR run = ${run ?? null}) RETURNING true`.execute(ex)
  return rows.length > 0
}

/** Records that a run has decided on the candle that ended at `endMs`. A null note keeps the previous one. */
export async function saveDecided(
  ex: Executor,
  { shard, customerId, run }: Robot,
  symbol: string,
  endMs: number,
  note: PhraseValue | null,
): Promise<void> {
  await sql`
    UPDATE copying.robots
    SET decided = decided || jsonb_build_object(${symbol}::text, ${endMs}::bigint),
      note = coalesce(${note && storedText(note)}, note)
    WHERE shard = ${shard} AND customer_id = ${customerId} AND run = ${run}`.execute(ex)
}

/** Lists active robots in pages, in order of shard and customer. */
export async function listActiveRobots(ex: Executor, after: Owner | undefined, limit: number): Promise<Robot[]> {
  return queryRows(ex, robotRow)`
    SELECT ${columnsOf(robotRow)} FROM copying.robots
    WHERE active AND (
      ${after === undefined}
        OR (shard, customer_id) > (${after?.shard ?? 0}::smallint, ${after?.customerId ?? null}::uuid)
    )
    ORDER BY shard, customer_id LIMIT ${limit}`
}

const oursRow = row({ ours: bool })

/** Makes this process the leader of the robots until the transaction ends. Returns false if another process leads. */
export async function leadRobots(tx: Executor): Promise<boolean> {
  const found = await queryOne(tx, oursRow)`
    SELECT pg_try_advisory_xact_lock(hashtext('copying.robots'), 0) AS ours`
  return found.ours
}
