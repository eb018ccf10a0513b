import { z } from 'zod'
import { bannerSizes, type BannerSize } from '../../affiliate-levels.ts'
import { binaryOutput, defineCall, pageInput, type Call } from '../../call.ts'
import { languageHeader } from '../../language-header.ts'
import { amountOutput } from '../../money.ts'

const level = z.number().int().min(1).max(3)

export const affiliate = defineCall({
  name: 'affiliate',
  module: 'affiliates',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the customer’s referral code, its earnings by level, and who earns from the customer’s own deposits.',
  input: z.object({}),
  output: z.object({
    code: z.string(),
    /** Path and query of the referral link. */
    link: z.string(),
    cur: z.string(),
    /** Paid so far, less reversals. */
    earned: amountOutput,
    /** Reversed commissions still to be deducted from later ones. */
    owed: amountOutput,
    levels: z.array(
      z.object({
        level,
        bps: z.number().int(),
        people: z.number().int(),
        depositing: z.number().int(),
        earned: amountOutput,
      }),
    ),
    /** Who earns from the customer's deposits, nearest first, with each one's earnings in the referrer's currency. */
    referrers: z.array(
      z.object({ level, bps: z.number().int(), name: z.string(), earned: amountOutput, cur: z.string() }),
    ),
  }),
  refusals: {},
})

export const affiliateReferrals = defineCall({
  name: 'affiliate.referrals',
  module: 'affiliates',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists the people whom the customer referred, newest first, 20 per page, each with deposit status and commission.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      level,
      /** First name and initial on level 1; null on other levels. */
      name: z.string().nullable(),
      since: z.number(),
      /** `waiting`: confirmed, but the rate for the commission isn't available yet. */
      status: z.enum(['none', 'confirmed', 'waiting', 'reversed']),
      deposits: z.number().int(),
      commission: amountOutput,
      cur: z.string(),
    }),
  ),
  refusals: {},
})

export const affiliateBanner = defineCall({
  name: 'affiliate.banner',
  module: 'affiliates',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns a banner with the customer’s name and link as SVG, in the language of the header. The office ' +
    'converts it to PNG in the browser.',
  input: z.object({ size: z.string().max(20).default('rectangle') }),
  headers: z.object(languageHeader),
  output: binaryOutput,
  refusals: {
    unknown_size: {
      status: 400,
      message: `Choose one of these sizes: ${(Object.keys(bannerSizes) as BannerSize[]).join(', ')}.`,
    },
  },
})

export const affiliateFigures = defineCall({
  name: 'affiliate.figures',
  module: 'affiliates',
  method: 'GET',
  access: 'public',
  summary:
    'Returns what the programme has paid, computed from the ledger, by currency and level, and the number of ' +
    'participants.',
  input: z.object({}),
  output: z.object({
    levels: z.array(z.object({ level, bps: z.number().int() })),
    /** Negated balance of the house account that pays commissions. */
    paid: z.array(z.object({ cur: z.string(), amount: amountOutput })),
    byLevel: z.array(z.object({ level, cur: z.string(), amount: amountOutput })),
    /** How many people have referred someone, and how many were referred. */
    referrers: z.number().int(),
    referred: z.number().int(),
  }),
  refusals: {},
})

/** The affiliate programme. */
export const affiliatesCalls = {
  affiliate,
  'affiliate.referrals': affiliateReferrals,
  'affiliate.banner': affiliateBanner,
  'affiliate.figures': affiliateFigures,
} as const satisfies Record<string, Call>
