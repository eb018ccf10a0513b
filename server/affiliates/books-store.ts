import { sql } from 'kysely'
import type { ExpectedMoves } from '../ledger/public.ts'

/** Returns the ledger totals that a shard's commissions imply: the amounts paid minus those clawed back. */
export function expectedOfCommissions(shard: number): ExpectedMoves {
  return {
    rule: 'commission equals transfers',
    kinds: ['affiliate_commission'],
    accounts: ['customers'],
    net: true,
    rows: sql`
      SELECT deposit_id AS reference, referrer_id || ' trading' AS account, asset,
        coalesce(amount_minor, 0) - kept_minor AS in_minor, taken_back_minor AS out_minor
      FROM affiliates.commission WHERE shard = ${shard}`,
  }
}
