import type { Executor } from '../../platform/database/database.ts'
import { int4, queryOne, queryRows, row } from '../../platform/database/rows.ts'

/** A span of time in epoch milliseconds; `toMs` is exclusive. */
export type Span = { fromMs: number; toMs: number }

const countRow = row({ count: int4 })

const datesOf = (spans: readonly Span[]) => ({
  from: spans.map(({ fromMs }) => new Date(fromMs)),
  to: spans.map(({ toMs }) => new Date(toMs)),
})

/** Counts the customers who registered in each span, including those who have closed their account since. */
export async function countSignUps(ex: Executor, spans: readonly Span[]): Promise<number[]> {
  const { from, to } = datesOf(spans)
  const rows = await queryRows(ex, countRow)`
    SELECT count(c.id)::int AS count
    FROM unnest(${from}::timestamptz[], ${to}::timestamptz[]) WITH ORDINALITY AS s (since, until, no)
    LEFT JOIN identity.customer c ON c.created_at >= s.since AND c.created_at < s.until AND NOT c.simulated
    GROUP BY s.no ORDER BY s.no`
  return rows.map(({ count }) => count)
}

/**
 * Counts the customers who were seen in each span: those who signed in then, and those whose session was last used
 * then. Only the last use of a session is stored, so the spans must end now.
 */
export async function countActive(ex: Executor, spans: readonly Span[]): Promise<number[]> {
  const { from, to } = datesOf(spans)
  const rows = await queryRows(ex, countRow)`
    SELECT (
      SELECT count(DISTINCT c.id)::int FROM (
        SELECT n.shard, n.customer_id FROM identity.signin n
        WHERE n.at >= s.since AND n.at < s.until AND n.outcome = 'success'
        UNION SELECT o.shard, o.customer_id FROM identity.session o
        WHERE o.last_seen_at >= s.since AND o.last_seen_at < s.until
      ) seen JOIN identity.customer c ON c.shard = seen.shard AND c.id = seen.customer_id AND NOT c.simulated
    ) AS count
    FROM unnest(${from}::timestamptz[], ${to}::timestamptz[]) WITH ORDINALITY AS s (since, until, no)
    ORDER BY s.no`
  return rows.map(({ count }) => count)
}

/** Counts the customers with a session that was used since `sinceMs`. */
export async function countActiveSince(ex: Executor, sinceMs: number): Promise<number> {
  const found = await queryOne(ex, countRow)`
    SELECT count(DISTINCT c.id)::int AS count
    FROM identity.session o JOIN identity.customer c ON c.shard = o.shard AND c.id = o.customer_id AND NOT c.simulated
    WHERE o.last_seen_at >= ${new Date(sinceMs)}`
  return found.count
}
