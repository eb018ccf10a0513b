import type { OutputOf } from '../../api/call.ts'
import type { miningEarnings } from '../../api/calls/mining/mining.ts'
import { dayMs } from '../../api/mining-coins.ts'
import { assets, coinAssets, formatAmount } from '../../api/money.ts'
import { priceIn, worthIn } from '../markets/public.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { MiningContext } from './context.ts'
import { listEarned } from './store.ts'

const shownDays = 30

/**
 * `mining.earnings`: returns the outputs of the last 30 days, including today, in the customer's currency. Coins
 * without a price count as zero.
 */
export async function showEarnings(
  { db, clock, identity, markets }: MiningContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof miningEarnings>> {
  const { currency } = await identity.customer(session.customerId)
  const nowMs = clock.nowMs()
  const todayMs = nowMs - (nowMs % dayMs)
  const fromMs = todayMs - (shownDays - 1) * dayMs
  const earned = await listEarned(db, session, fromMs)
  const days = Array.from({ length: shownDays }, (_, index) => ({ atMs: fromMs + index * dayMs, worthMinor: 0n }))
  for (const { dayMs: atMs, coin, paidMinor } of earned) {
    const day = days.find((each) => each.atMs === atMs)
    if (day) day.worthMinor += worthIn(currency, markets, paidMinor, coin) ?? 0n
  }
  const sum = (part: typeof days) =>
    formatAmount(
      part.reduce((total, { worthMinor }) => total + worthMinor, 0n),
      currency,
    )
  return {
    cur: assets[currency].symbol,
    prices: coinAssets.flatMap((coin) => {
      const price = priceIn(currency, markets, coin)
      return price === undefined ? [] : [{ coin, price }]
    }),
    days: days.map(({ atMs, worthMinor }) => ({ at: atMs, worth: formatAmount(worthMinor, currency) })),
    week: sum(days.slice(-7)),
    weekBefore: sum(days.slice(-14, -7)),
  }
}
