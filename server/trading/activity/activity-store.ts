import { sql } from 'kysely'
import type { TradeReason } from '../../../api/activity.ts'
import type { CashAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bytea, columnsOf, int4, int8, queryRows, row, textOf, type RowOf } from '../../platform/database/rows.ts'
import { tradeRow, type Owner } from '../store.ts'
import type { TradeFilter } from './filter.ts'

const notedTradeRow = row({
  ...tradeRow.shape,
  reason: textOf<TradeReason>().nullable(),
  wordsSealed: bytea.nullable(),
})
export type NotedTrade = RowOf<typeof notedTradeRow>

/** The trades `t` of an owner with their notes `n`. */
const notedTrades = ({ shard, customerId }: Owner) => sql`trading.trades t
  LEFT JOIN trading.notes n ON n.shard = t.shard AND n.customer_id = t.customer_id AND n.trade_id = t.id
  WHERE t.shard = ${shard} AND t.customer_id = ${customerId}`

/**
 * Returns the condition under which a trade `t` with its note `n` passes a filter. A maker's key contains a space
 * (makers.ts).
 */
function passes({ symbol, result, reason, fromId, toId, words, named }: TradeFilter) {
  const searched =
    words.length === 0
      ? sql`true`
      : sql`(t.state::text = ANY (${named}::text[]) OR n.reason = ANY (${named}::text[]) OR NOT EXISTS (
          SELECT FROM unnest(${words}::text[]) AS w(word)
          WHERE strpos(lower(concat_ws(' ', 'trade trading', t.type, t.symbol,
            (t.expires_at_ms - t.accepted_at_ms) / 1000, 's', t.state, n.reason,
            CASE WHEN strpos(t.key, ' ') > 0 THEN split_part(t.key, ' ', 1) END, t.id)), w.word) = 0
        ))`
  return sql`t.id >= ${fromId}::uuid AND t.id < ${toId}::uuid
    AND (${symbol}::text IS NULL OR t.symbol = ${symbol})
    AND (${result}::text IS NULL OR t.state::text = ${result})
    AND (${reason}::text IS NULL OR n.reason = ${reason})
    AND ${searched}`
}

/** Returns an owner's trades whose IDs are below `belowId`, newest first. */
export async function findTrades(
  db: Executor,
  owner: Owner,
  filter: TradeFilter,
  belowId: string,
  limit: number,
): Promise<NotedTrade[]> {
  return queryRows(db, notedTradeRow)`
    SELECT ${columnsOf(tradeRow, 't')}, n.reason, n.words_sealed FROM ${notedTrades(owner)}
      AND t.id < ${belowId}::uuid AND ${passes(filter)}
    ORDER BY t.id DESC LIMIT ${limit}`
}

const tradeSumRow = row({
  asset: textOf<CashAsset>(),
  trades: int4,
  open: int4,
  won: int4,
  lost: int4,
  inMinor: int8,
  outMinor: int8,
})

/**
 * Counts an owner's trades by asset and sums their net results above and below zero; open trades count as lost stakes.
 */
export async function sumTrades(db: Executor, owner: Owner, filter: TradeFilter) {
  return queryRows(db, tradeSumRow)`
    SELECT asset, count(*)::int AS trades,
      count(*) FILTER (WHERE state = 'OPEN')::int AS open,
      count(*) FILTER (WHERE state = 'WON')::int AS won,
      count(*) FILTER (WHERE state = 'LOST')::int AS lost,
      coalesce(sum(net) FILTER (WHERE net > 0), 0)::bigint AS in_minor,
      coalesce(-sum(net) FILTER (WHERE net < 0), 0)::bigint AS out_minor
    FROM (
      SELECT t.asset, t.state, coalesce(t.returned_minor, 0) - t.stake_minor AS net
      FROM ${notedTrades(owner)} AND ${passes(filter)}
    ) found
    GROUP BY asset ORDER BY asset`
}
