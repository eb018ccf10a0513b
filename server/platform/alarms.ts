import pg from 'pg'
import type { AlarmKind } from '../../api/calls/operators/alarms.ts'
import type { Clock } from './time/clock.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { checkRows, int4, int8, json, ms, row, text } from './database/rows.ts'

/** Facts about an alarm: plain values, no personal data, no secrets. */
export type AlarmDetails = Record<string, string | number | boolean | null>

type OpenAlarm = {
  kind: string
  subject: string
  details: AlarmDetails
  firstAtMs: number
  lastAtMs: number
  /** How many times it has been raised since it opened. */
  count: number
}

/**
 * Reports problems that need an operator. The desk lists open alarms, a metric counts them, and `/readyz` lists their
 * kinds. Alarms use a separate database connection, so one raised inside a transaction survives its rollback.
 */
export type Alarms = {
  /**
   * Opens an alarm, or increments its count if it is already open, and logs it. Never rejects: if the alarm can't be
   * stored, logs the error.
   */
  raise(alarm: { kind: AlarmKind; subject: string; details?: AlarmDetails }): Promise<void>
  /** Closes an alarm; does nothing if it isn't open. Never rejects. */
  clear(kind: AlarmKind, subject: string): Promise<void>
  /** Returns the open alarms, the most recently raised first. */
  open(): Promise<OpenAlarm[]>
  /** Closes the connection. */
  stop(): Promise<void>
}

const longestSubject = 200
/** Upper bound on how long an unresponsive database delays the caller. */
const answerWithinMs = 3_000

type Given = { url: string; clock: Clock; log: Log; metrics: Metrics }

/** Creates the alarms, which are stored in the database at `url`, and registers their metric. */
export function createAlarms({ url, clock, log, metrics }: Given): Alarms {
  const limits = { max: 1, connectionTimeoutMillis: answerWithinMs, query_timeout: answerWithinMs }
  const pool = new pg.Pool({ connectionString: url, application_name: 'tallystick alarms', ...limits })
  const ignored = () => {}
  pool.on('error', ignored)
  pool.on('connect', (client) => client.on('error', ignored))
  metrics.gaugeBy('alarms_open', 'Open alarms by kind', 'kind', () => countByKind(pool))
  return {
    async raise({ kind, subject, details = {} }) {
      const words = { kind, subject, details }
      try {
        const isNew = await store(pool, kind, subject, details, clock.nowMs())
        log[isNew ? 'error' : 'warn']({ alarm: words }, isNew ? 'alarm raised' : 'alarm raised again')
      } catch (error) {
        log.error({ alarm: words, err: error }, 'alarm raised, but not stored')
      }
    },
    async clear(kind, subject) {
      try {
        const { rowCount } = await pool.query('DELETE FROM platform.alarm WHERE kind = $1 AND subject = $2', [
          kind,
          stored(subject),
        ])
        if (rowCount) log.info({ alarm: { kind, subject } }, 'alarm cleared')
      } catch (error) {
        log.error({ alarm: { kind, subject }, err: error }, 'alarm not cleared')
      }
    },
    open: () => readOpen(pool),
    stop: () => pool.end(),
  }
}

/** Removes NUL and lone surrogates, which PostgreSQL rejects in text. */
const stored = (text: string) => text.toWellFormed().replaceAll('\0', '').slice(0, longestSubject).toWellFormed()

function storedDetails(details: AlarmDetails): string {
  const plain = Object.entries(details).map(([name, value]) => [
    stored(name),
    typeof value === 'string' ? stored(value) : value,
  ])
  return JSON.stringify(Object.fromEntries(plain))
}

const countRow = row({ count: int8 })

/** Returns whether the alarm is new. */
async function store(
  pool: pg.Pool,
  kind: string,
  subject: string,
  details: AlarmDetails,
  atMs: number,
): Promise<boolean> {
  const rows = checkRows(
    countRow,
    await pool.query(
      `INSERT INTO platform.alarm AS a (kind, subject, details, first_at_ms, last_at_ms, count)
     VALUES ($1, $2, $3, $4, $4, 1)
     ON CONFLICT (kind, subject) DO UPDATE
     SET details = excluded.details, last_at_ms = greatest(a.last_at_ms, excluded.last_at_ms), count = a.count + 1
     RETURNING count`,
      [kind, stored(subject), storedDetails(details), atMs],
    ),
  )
  return rows[0]!.count === 1n
}

const storedRow = row({
  subject: text,
  details: json<AlarmDetails>(),
  kind: text,
  firstAtMs: ms,
  lastAtMs: ms,
  count: int8,
})

async function readOpen(pool: pg.Pool): Promise<OpenAlarm[]> {
  const rows = checkRows(
    storedRow,
    await pool.query(
      `SELECT kind, subject, details, first_at_ms, last_at_ms, count
     FROM platform.alarm ORDER BY last_at_ms DESC, kind, subject LIMIT 500`,
    ),
  )
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

const byKindRow = row({ kind: text, count: int4 })

async function countByKind(pool: pg.Pool): Promise<Map<string, number>> {
  const rows = checkRows(
    byKindRow,
    await pool.query('SELECT kind, count(*)::int AS count FROM platform.alarm GROUP BY kind'),
  )
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

const kindRow = row({ kind: text })

/** Returns the kinds of open alarms, in alphabetical order. Rejects if the database doesn't respond. */
export async function readOpenKinds(pool: pg.Pool): Promise<string[]> {
  const rows = checkRows(kindRow, await pool.query('SELECT DISTINCT kind FROM platform.alarm ORDER BY kind'))
  return rows.map(({ kind }) => kind)
}
