/**
 * Every URL on the site. Links and redirects build URLs from these patterns with `path`, and `routes.ts` registers
 * them. Source: docs/spec/product.md section 2.
 */
export const patterns = {
  home: '/',
  index: '/index',
  about: '/about',
  faqs: '/faqs',
  tradingAbout: '/trading/about',
  tradingExperts: '/trading/experts',
  tradingFaqs: '/trading/faqs',
  miningAbout: '/mining/about',
  miningDatacenters: '/mining/datacenters',
  miningFaqs: '/mining/faqs',
  yieldAbout: '/yield/about',
  yieldFaqs: '/yield/faqs',
  payouts: '/payouts',
  transparency: '/transparency',
  terms: '/terms',
  privacy: '/privacy',
  contact: '/contactus',
  signUp: '/account/signup',
  signIn: '/account/signin',
  reset: '/account/reset',
  dashboard: '/office/dashboard',
  officeMining: '/office/mining',
  officeMiningPlans: '/office/mining/deposit',
  officeMiningContracts: '/office/mining/contracts',
  officeMiningStatement: '/office/mining/contracts/:id',
  officeYieldPlans: '/office/yield/deposit',
  officeYieldContracts: '/office/yield/contracts',
  officeYieldStatement: '/office/yield/contracts/:id',
  officeDeposit: '/office/deposit',
  officeTradingPlans: '/office/trading/deposit',
  officeMiningPayment: '/office/mining/deposit/new',
  officeTradingPayment: '/office/trading/deposit/new',
  officePay: '/office/deposit/pay',
  profile: '/office/profile',
  traders: '/office/traders',
  trader: '/office/traders/:tid',
  withdrawals: '/office/withdrawals',
  limits: '/office/limits',
  affiliates: '/office/affiliates',
  security: '/office/security',
  statement: '/office/statement',
  explorerTransaction: '/explorer/:coin/tx/:hash',
  explorerBlock: '/explorer/:coin/block/:height',
  operator: '/operator',
  operatorSignIn: '/operator/signin',
  operatorSetup: '/operator/setup',
  operatorReceipts: '/operator/receipts',
  operatorWithdrawals: '/operator/withdrawals',
  operatorVerifications: '/operator/verifications',
  operatorMessages: '/operator/messages',
  operatorCustomers: '/operator/customers',
  operatorCustomer: '/operator/customers/:id',
  operatorPlans: '/operator/plans',
  operatorRates: '/operator/rates',
  operatorYield: '/operator/yield',
  operatorExperts: '/operator/experts',
  operatorMining: '/operator/mining',
  operatorReviews: '/operator/reviews',
  operatorAnnouncements: '/operator/announcements',
  operatorApprovals: '/operator/approvals',
  operatorPeople: '/operator/people',
  operatorAudit: '/operator/audit',
  operatorSecurity: '/operator/security',
} as const

/** Files that programs read, generated on request. */
export const machineFiles = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  announcements: '/announcements.xml',
  manifest: '/site.webmanifest',
  serviceWorker: '/service-worker.js',
  offlinePage: '/offline.html',
} as const

export type PageName = keyof typeof patterns

type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

type Parts = {
  /** Query values; undefined ones are omitted. */
  query?: Record<string, string | number | undefined>
  /** Fragment without `#`. */
  anchor?: string
}

/** Required for pages with parameters, and not accepted by others. */
type Arguments<Names extends string> = [Names] extends [never]
  ? [parts?: Parts]
  : [parts: Parts & { params: Record<Names, string> }]

/**
 * Returns the URL of a page: `path('trader', { params: { tid: 'mixed-1' } })`, `path('dashboard', { anchor:
 * 'tradehistory' })`.
 */
export function path<N extends PageName>(name: N, ...[parts]: Arguments<ParamNames<(typeof patterns)[N]>>): string {
  const { query = {}, anchor, params = {} } = (parts ?? {}) as Parts & { params?: Record<string, string> }
  const pathname = patterns[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return pathname + (search.size > 0 ? `?${search}` : '') + (anchor ? `#${anchor}` : '')
}

/** Returns the URL of the sign-in page, which leads back to an office page. */
export function signInThen(next: string): string {
  return path('signIn', { query: { next: next === path('dashboard') ? undefined : next } })
}

/** Returns the page after sign-in: the office page that the visitor came from, or the dashboard. Never another site. */
export function afterSignIn(next: string | null): string {
  return next && /^\/office(\/|$|\?|#)/.test(next) && !next.includes('\\') ? next : path('dashboard')
}
