import { z } from 'zod'
import { bannerSizes, type BannerSize } from './affiliate-levels.ts'
import { binaryOutput, defineCall, pageInput, type Call } from './call.ts'
import { amountOutput } from './money.ts'

const level = z.number().int().min(1).max(3)

export const affiliate = defineCall({
  name: 'affiliate',
  module: 'affiliates',
  method: 'GET',
  access: 'customer',
  summary: 'The customer’s referral code, what it has earned by level, and who earns from the customer’s own deposits.',
  input: z.object({}),
  output: z.object({
    code: z.string(),
    /** Path and query of the referral link. */
    link: z.string(),
    cur: z.string(),
    /** Paid out so far, without what was taken back. */
    earned: amountOutput,
    /** Of reversed commissions, still to be taken from later ones. */
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
    /** Who earns from the customer's deposits, nearest first, with what each has earned from them, in the referrer's currency. */
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
    'People whom the customer referred, newest first, twenty a page, each with the status of deposits and the commission.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      level,
      /** First name and initial on level 1; null further away. */
      name: z.string().nullable(),
      since: z.number(),
      /** `waiting`: confirmed, and the rate for the commission is not known yet. */
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
  summary: 'A banner made for the customer, with name and link, as SVG; the office makes a PNG of it in the browser.',
  input: z.object({ size: z.string().max(20).default('rectangle') }),
  output: binaryOutput,
  refusals: {
    unknown_size: {
      status: 400,
      message: `Choose one of the sizes ${(Object.keys(bannerSizes) as BannerSize[]).join(', ')}.`,
    },
  },
})

export const affiliateFigures = defineCall({
  name: 'affiliate.figures',
  module: 'affiliates',
  method: 'GET',
  access: 'public',
  summary:
    'What the programme has paid, computed from the ledger, by currency and level, and how many people take part.',
  input: z.object({}),
  output: z.object({
    levels: z.array(z.object({ level, bps: z.number().int() })),
    /** Balance of the house account that pays commissions, sign turned. */
    paid: z.array(z.object({ cur: z.string(), amount: amountOutput })),
    byLevel: z.array(z.object({ level, cur: z.string(), amount: amountOutput })),
    /** People who have referred somebody, and people who were referred. */
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
