import type { affiliatesCalls } from '../../contract/calls/affiliates.ts'
import type { Bindings } from '../platform/http/http.ts'
import { drawBanner } from './banner.ts'
import type { AffiliatesContext } from './context.ts'
import { createFigures, showAffiliate, showReferrals } from './show-affiliate.ts'

/** Binds the calls of `contract/calls/affiliates.ts` to their actions. */
export function bindAffiliatesCalls(context: AffiliatesContext): Bindings<typeof affiliatesCalls> {
  const figures = createFigures(context)
  return {
    affiliate: (_input, { session }) => showAffiliate(context, session),
    'affiliate.referrals': ({ p }, { session }) => showReferrals(context, session, p),
    'affiliate.banner': (input, { session }) => drawBanner(context, session, input),
    'affiliate.figures': () => figures(),
  }
}
