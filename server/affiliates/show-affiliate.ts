import { affiliateLevels } from '../../api/affiliate-levels.ts'
import type { affiliate, affiliateFigures, affiliateReferrals } from '../../api/calls/affiliates/affiliates.ts'
import type { OutputOf } from '../../api/call.ts'
import { cashAssets, formatAmount, type CashAsset } from '../../api/money.ts'
import type { Session } from '../platform/http/http.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { Cached } from '../platform/time/cached.ts'
import { earnedFrom, readDebt, sumPaid } from './commission-store.ts'
import { shortName, type AffiliatesContext } from './context.ts'
import { memberOf } from './membership.ts'
import { countPeople, listReferrals, sumByLevel, type ReferralRow } from './store.ts'

const pageSize = 20
const closedAccount = 'A closed account'

/** Returns the path and query of a referral link. */
export const referralLink = (code: string) => `/?ref=${code}`

/** Returns the customer's place in the programme: their earnings, and who earns from them. */
export async function showAffiliate(
  context: AffiliatesContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<OutputOf<typeof affiliate>> {
  const { db, identity } = context
  const [member, { currency }, sums, owedMinor] = await Promise.all([
    memberOf(context, customerId),
    identity.customer(customerId),
    sumByLevel(db, customerId),
    readDebt(db, customerId),
  ])
  const referrers = await Promise.all(
    member.referrers.map((referrerId, index) => referrerShown(context, referrerId, customerId, index)),
  )
  return {
    code: member.code,
    link: referralLink(member.code),
    cur: currency,
    earned: formatAmount(
      sums.reduce((sum, one) => sum + one.earnedMinor, 0n),
      currency,
    ),
    owed: formatAmount(owedMinor, currency),
    levels: affiliateLevels.map(({ level, bps }, index) => {
      const { people, depositing, earnedMinor } = sums[index]!
      return { level, bps, people, depositing, earned: formatAmount(earnedMinor, currency) }
    }),
    referrers,
  }
}

async function referrerShown(context: AffiliatesContext, referrerId: string, customerId: string, index: number) {
  const { level, bps } = affiliateLevels[index]!
  const [name, { currency }, earnedMinor] = await Promise.all([
    shortName(context, referrerId),
    context.identity.customer(referrerId),
    earnedFrom(context.db, referrerId, customerId),
  ])
  return { level, bps, name: name || closedAccount, earned: formatAmount(earnedMinor, currency), cur: currency }
}

/**
 * Returns a page of the people whom the customer referred. Shows the names of those who used the customer's own link.
 */
export async function showReferrals(
  context: AffiliatesContext,
  { p: page }: { p: number },
  { session: { customerId } }: CustomerRequest,
): Promise<OutputOf<typeof affiliateReferrals>> {
  const { currency } = await context.identity.customer(customerId)
  const rows = await listReferrals(context.db, customerId, { offset: (page - 1) * pageSize, limit: pageSize })
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      level: row.level,
      name: row.level === 1 ? (await shortName(context, row.customerId)) || closedAccount : null,
      since: row.sinceMs,
      status: statusOf(row),
      deposits: row.deposits,
      commission: formatAmount(row.earnedMinor, currency),
      cur: currency,
    })),
  )
}

/** Returns the customer's place in the programme with everyone they referred. */
export async function exportAffiliate(context: AffiliatesContext, session: Session) {
  const referrals = []
  for (let page = 1; ; page++) {
    const rows = await showReferrals(context, { p: page }, { session })
    referrals.push(...rows)
    if (rows.length < pageSize) break
  }
  return { ...(await showAffiliate(context, {}, { session })), referrals }
}

function statusOf({ deposits, waiting, reversed }: ReferralRow): 'none' | 'confirmed' | 'waiting' | 'reversed' {
  if (waiting > 0) return 'waiting'
  if (deposits > 0) return 'confirmed'
  return reversed > 0 ? 'reversed' : 'none'
}

type Figures = OutputOf<typeof affiliateFigures>
export type FiguresContext = AffiliatesContext & { figures: Cached<Figures> }

/** Returns the programme's public figures, which the context caches. */
export const showFigures = (context: FiguresContext): Promise<Figures> =>
  context.figures.read(() => computeFigures(context))

async function computeFigures({ db, ledger }: AffiliatesContext): Promise<Figures> {
  const [people, sums, balances] = await Promise.all([
    countPeople(db),
    sumPaid(db),
    Promise.all(cashAssets.map((asset) => ledger.houseBalance({ house: 'affiliate_pool', asset }))),
  ])
  const amount = (minor: bigint, asset: CashAsset) => ({ cur: asset, amount: formatAmount(minor, asset) })
  return {
    levels: affiliateLevels.map(({ level, bps }) => ({ level, bps })),
    paid: cashAssets.flatMap((asset, index) => (balances[index] === 0n ? [] : [amount(-balances[index]!, asset)])),
    byLevel: sums
      .filter(({ paidMinor }) => paidMinor !== 0n)
      .map(({ level, asset, paidMinor }) => ({ level, ...amount(paidMinor, asset) })),
    ...people,
  }
}
