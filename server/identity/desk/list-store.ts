import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { int4, queryRows, row, text, timestamptz } from '../../platform/database/rows.ts'
import { listedColumns, listedCustomerRow } from './store.ts'

type Shown = 'all' | 'frozen' | 'flagged' | 'unverified' | 'verified' | 'closed'

/** Which customers to list; null means any. */
export type ListFilter = {
  shown: Shown
  country: string | null
  flag: string | null
  /** Last active at or after this time. */
  activeSince: Date | null
  /** Last active before this time, or never. */
  inactiveSince: Date | null
  /** Tokens that the customer's name must all have; null for any name. */
  nameTokens: readonly Buffer[] | null
  /** Only this customer. */
  customerId: string | null
}

/** The order of the list. `by` are values by customer id, such as balances; customers without a value come last. */
export type ListOrder = 'newest' | 'oldest' | 'active' | { by: ReadonlyMap<string, bigint>; ascending: boolean }

const conditions = {
  all: sql`true`,
  frozen: sql`c.frozen_by IS NOT NULL AND c.closed_at IS NULL`,
  flagged: sql`EXISTS (SELECT FROM identity.flag f WHERE f.shard = c.shard AND f.customer_id = c.id)`,
  unverified: sql`c.closed_at IS NULL AND NOT c.simulated AND NOT EXISTS (SELECT FROM identity.verification v
      WHERE v.shard = c.shard AND v.customer_id = c.id AND v.state = 'verified')`,
  verified: sql`c.closed_at IS NULL AND EXISTS (SELECT FROM identity.verification v
      WHERE v.shard = c.shard AND v.customer_id = c.id AND v.state = 'verified')`,
  closed: sql`c.closed_at IS NOT NULL`,
}

/** When a customer last signed in or used a session; null if never, or if both records have been deleted. */
const lastActive = sql`greatest(
    (SELECT max(o.last_seen_at) FROM identity.session o WHERE o.shard = c.shard AND o.customer_id = c.id),
    (SELECT n.at FROM identity.signin n WHERE n.shard = c.shard AND n.customer_id = c.id AND n.outcome = 'success'
      ORDER BY n.id DESC LIMIT 1))`

const pageRow = row({ ...listedCustomerRow.shape, lastActiveAt: timestamptz.nullable() })

/** Lists a page of customers. Chooses the page before it reads the other columns. */
export async function listCustomers(
  ex: Executor,
  filter: ListFilter,
  order: ListOrder,
  { limit, offset }: { limit: number; offset: number },
) {
  const { shown, country, flag, activeSince, inactiveSince, nameTokens, customerId } = filter
  const values = typeof order === 'object' ? [...order.by] : []
  const [ids, amounts] = [values.map(([id]) => id), values.map(([, value]) => value)]
  const orderedBy =
    typeof order === 'object'
      ? sql`value ${sql.raw(order.ascending ? 'ASC' : 'DESC')} NULLS LAST, id DESC`
      : { newest: sql`id DESC`, oldest: sql`id`, active: sql`active_at DESC NULLS LAST, id DESC` }[order]
  const joined =
    typeof order === 'object'
      ? sql`LEFT JOIN unnest(${ids}::uuid[], ${amounts}::bigint[]) AS v (id, value) ON v.id = c.id`
      : sql``
  const withActive = order === 'active' || activeSince !== null || inactiveSince !== null
  return queryRows(ex, pageRow)`
    WITH found AS (
      SELECT c.shard, c.id, ${typeof order === 'object' ? sql`v.value` : sql`NULL::bigint`} AS value,
        ${withActive ? lastActive : sql`NULL::timestamptz`} AS active_at
      FROM identity.customer c
      ${joined}
      WHERE ${conditions[shown]}
        AND (${customerId}::uuid IS NULL OR c.id = ${customerId}::uuid)
        AND (${country}::text IS NULL OR c.country = ${country}::text)
        AND (${flag}::text IS NULL OR EXISTS (
          SELECT FROM identity.flag f WHERE f.shard = c.shard AND f.customer_id = c.id AND f.flag = ${flag}::text))
        AND (${nameTokens === null} OR (
          SELECT count(*) FROM identity.name_token t
          WHERE t.customer_id = c.id AND t.token = ANY (${nameTokens ?? []}::bytea[])) = ${nameTokens?.length ?? 0})
    ), page AS (
      SELECT *, row_number() OVER (ORDER BY ${orderedBy}) AS place FROM found
      WHERE (${activeSince}::timestamptz IS NULL OR active_at >= ${activeSince}::timestamptz)
        AND (${inactiveSince}::timestamptz IS NULL OR coalesce(active_at < ${inactiveSince}::timestamptz, true))
      ORDER BY ${orderedBy} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${listedColumns}, ${lastActive} AS last_active_at
    FROM page JOIN identity.customer c ON c.shard = page.shard AND c.id = page.id ORDER BY page.place`
}

const countryRow = row({ code: text, customers: int4 })

/** Counts open accounts by country, without simulated ones. */
export async function countCountries(ex: Executor) {
  return queryRows(ex, countryRow)`
    SELECT country AS code, count(*)::int AS customers FROM identity.customer
    WHERE closed_at IS NULL AND NOT simulated GROUP BY country`
}
