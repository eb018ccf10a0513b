import { RowAlarms } from '../platform/database/failing-rows.ts'
import type { Platform } from '../platform/platform.ts'
import { bindAffiliatesCalls } from './calls.ts'
import { commissionsOf, payWaiting, returnsOf, reversalsOf } from './commissions.ts'
import type { AffiliatesContext, AffiliatesNeighbours } from './context.ts'
import { registerMember } from './membership.ts'
import { exportAffiliate } from './show-affiliate.ts'
import type { Affiliates } from './types.ts'

export type { Affiliates } from './types.ts'

export { affiliatesBooks } from './books.ts'

export type { AffiliatesNeighbours } from './context.ts'

const payWaitingEveryMs = 60_000

/**
 * Creates the referral programme with its three levels: 10%, 5% and 1% of confirmed referred deposits. Source:
 * docs/spec/product.md section 1.
 */
export function createAffiliates(platform: Platform, neighbours: AffiliatesNeighbours): Affiliates {
  const context: AffiliatesContext = { ...platform, ...neighbours }
  const failing = new RowAlarms(platform.alarms, 'commission_failed')
  platform.jobs.every('waiting commissions', payWaitingEveryMs, async () => void (await payWaiting(context, failing)))
  neighbours.identity.onRegistered((tx, customerId, referralCode) =>
    registerMember(context, tx, customerId, referralCode),
  )
  neighbours.identity.addExporter('affiliates', (session) => exportAffiliate(context, session))
  return {
    calls: bindAffiliatesCalls(context),
    commissions: (tx, deposit) => commissionsOf(context, tx, deposit),
    reversals: (tx, depositId) => reversalsOf(context, tx, depositId),
    returns: (tx, withdrawal) => returnsOf(context, tx, withdrawal),
    payWaiting: () => payWaiting(context, failing),
  }
}
