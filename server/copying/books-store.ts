import { sql } from 'kysely'
import type { ExpectedMoves } from '../ledger/public.ts'

/** What profit shares say about the ledger in a shard: what its copiers paid, and what its experts received from copiers of any shard. */
export function expectedOfShares(shard: number): ExpectedMoves {
  const shares = sql`FROM copying.profit_shares p JOIN copying.relations r ON r.shard = p.shard AND r.customer_id = p.customer_id AND r.id = p.relation_id`
  return {
    rule: 'profit share equals transfers',
    kinds: ['copy_profit_share'],
    accounts: ['customers'],
    rows: sql`
      SELECT p.relation_id AS reference, p.customer_id || ' trading' AS account, r.asset, 0::bigint AS in_minor, p.amount_minor AS out_minor ${shares} WHERE p.shard = ${shard}
      UNION ALL
      SELECT p.relation_id, e.customer_id || ' trading', r.asset, p.amount_minor, 0 ${shares} JOIN copying.experts e ON e.id = r.expert_id WHERE e.shard = ${shard}`,
  }
}
