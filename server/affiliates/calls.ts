import type { affiliatesCalls } from '../../contract/calls/affiliates.ts'
import { bindActions } from '../platform/http/actions.ts'
import { drawBanner } from './banner.ts'
import type { AffiliatesContext } from './context.ts'
import { createFigures, showAffiliate, showReferrals } from './show-affiliate.ts'

/** Binds the calls of `contract/calls/affiliates.ts` to their actions. */
const bind = bindActions<AffiliatesContext & { figures: ReturnType<typeof createFigures> }, typeof affiliatesCalls>({
  affiliate: showAffiliate,
  'affiliate.referrals': showReferrals,
  'affiliate.banner': drawBanner,
  'affiliate.figures': ({ figures }) => figures(),
})

/** Binds the calls of `contract/calls/affiliates.ts` to their actions. */
export const bindAffiliatesCalls = (context: AffiliatesContext) => bind({ ...context, figures: createFigures(context) })
