import type { affiliatesCalls } from '../../api/calls/affiliates/affiliates.ts'
import { bindActions } from '../platform/http/actions.ts'
import { Cached } from '../platform/time/cached.ts'
import { drawBanner } from './banner.ts'
import type { AffiliatesContext } from './context.ts'
import { showAffiliate, showFigures, showReferrals, type FiguresContext } from './show-affiliate.ts'

const figuresCachedMs = 30_000

const bind = bindActions<FiguresContext, typeof affiliatesCalls>({
  affiliate: showAffiliate,
  'affiliate.referrals': showReferrals,
  'affiliate.banner': drawBanner,
  'affiliate.figures': showFigures,
})

/** Binds the calls of `api/calls/affiliates/affiliates.ts` to their actions. */
export const bindAffiliatesCalls = (context: AffiliatesContext) =>
  bind({ ...context, figures: new Cached(context.clock, figuresCachedMs) })
