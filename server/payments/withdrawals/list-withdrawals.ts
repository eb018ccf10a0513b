import { sentenceFields } from '../../../api/sentences/sentences.ts'
import { assets, formatAmount } from '../../../api/money.ts'
import { withdrawalAccounts, withdrawalMethods } from '../../../api/states/withdrawal-states.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { readAll } from '../../platform/database/read-all.ts'
import { Refused } from '../../platform/http/refused.ts'
import { chainCoins, type ChainCoin } from '../chains/adapter.ts'
import { listAddresses } from './address-book/add-address.ts'
import { isRefund } from '../deposits/overpaid.ts'
import { accountNamed, accountOfCode, coinOf, unitOf } from './accounts.ts'
import type { WithdrawalContext } from './context.ts'
import { openedDestination, type PayeeLine, payeeLines } from './address-book/destination.ts'
import { requireWithdrawal } from './find-withdrawal.ts'
import { networkFee, priceOrder, readOrder, type OrderFields } from './price-order.ts'
import { paidInKinds, principalFirst } from './principal.ts'
import { promisedBusinessDays } from './promise.ts'
import { recordOf } from './show-withdrawal.ts'
import { listEnded, listOwn, listOwnAfter, readTimes, readUsage, type Withdrawal } from './store.ts'

const ownPageSize = 20
const payoutsPageSize = 10
const dayMs = 86_400_000

/** Returns the customer's withdrawals, newest first. */
export async function listWithdrawals(context: WithdrawalContext, { p }: { p: number }, { session }: CustomerRequest) {
  return (await listOwn(context.db, session, ownPageSize, (p - 1) * ownPageSize)).map((withdrawal) =>
    recordOf(context, withdrawal),
  )
}

/** Returns all of a customer's withdrawals and addresses for the data export. */
export async function exportWithdrawals(context: WithdrawalContext, session: Session) {
  const all = await readAll<Withdrawal>((limit, last) => listOwnAfter(context.db, session, last, limit))
  return {
    withdrawals: all.map((withdrawal) => ({ ...recordOf(context, withdrawal), payee: payeeOf(context, withdrawal) })),
    addresses: await listAddresses(context, {}, { session }),
  }
}

/** Returns the destination line by line; no lines if it was erased with the account or can't be read. */
export function payeeOf(
  { cipher, unreadable }: Pick<WithdrawalContext, 'cipher' | 'unreadable'>,
  withdrawal: Withdrawal,
): PayeeLine[] {
  const destination = unreadable.read(`withdrawal ${withdrawal.id}`, () => openedDestination(cipher, withdrawal))
  return destination ? payeeLines(destination) : []
}

/** Returns the fee and payout for a withdrawal without requesting it. */
export async function quoteWithdrawal(context: WithdrawalContext, input: OrderFields, { session }: CustomerRequest) {
  const { customerId } = session
  const { currency } = await context.identity.customer(customerId)
  const priced = await priceOrder(context, readOrder(input, currency), currency)
  const { code, asset } = priced.account
  const account = { owner: customerId, code, asset }
  const [{ balanceMinor }, paidInMinor, usage] = await Promise.all([
    context.ledger.balance(account),
    context.ledger.netOfKinds(account, paidInKinds),
    readUsage(context.db, session, priced.account, context.clock.nowMs() - dayMs),
  ])
  const { principalMinor, interestMinor } = principalFirst({
    paidInMinor,
    principalOutMinor: usage.principalOutMinor,
    balanceMinor,
    amountMinor: priced.amountMinor,
  })
  const inPaid = (minor: bigint) => ({ amount: formatAmount(minor, priced.paidAsset), unit: unitOf(priced.paidAsset) })
  return {
    fee: inPaid(priced.feeMinor),
    arrives: inPaid(priced.arrivesMinor),
    principal: formatAmount(principalMinor, asset),
    interest: formatAmount(interestMinor, asset),
    cur: unitOf(asset),
    usd: formatAmount(priced.usdMinor, 'USD'),
    rate: priced.rateWords,
  }
}

/** Returns accounts, fees and limits for the withdrawal form. */
export async function showTerms(context: WithdrawalContext, _input: unknown, { session }: CustomerRequest) {
  const { chains, clock, db, identity, ledger, rules } = context
  const { customerId } = session
  const { currency } = await identity.customer(customerId)
  const standing = await identity.standing(customerId)
  const [balances, usage, bonusFree, secondFactor, fees] = await Promise.all([
    ledger.balances(customerId),
    readUsage(db, session, { code: 'trading', asset: currency }, clock.nowMs() - dayMs),
    rules.bonusTermsMet(customerId),
    identity.hasFactor(customerId),
    Promise.all(
      chainCoins.map(async (coin): Promise<[ChainCoin, bigint | null]> => [coin, await feeOrNull(chains, coin)]),
    ),
  ])
  const feeOf = new Map(fees)
  const leftMinor = rules.dailyLimitUsdMinor - usage.usdMinor
  return {
    verified: standing.verified,
    frozen: standing.frozen !== null || standing.closed,
    accounts: withdrawalAccounts.flatMap((name) => {
      const { code, asset } = accountNamed(name, currency)!
      const held = balances.find(({ account }) => account.code === code && account.asset === asset)
      if (!held?.availableMinor && isRefund(code)) return []
      return {
        id: name,
        account: name,
        cur: unitOf(asset),
        decimals: assets[asset].scale,
        available: formatAmount(held?.availableMinor ?? 0n, asset),
        locked: name === 'Bonus' && !bonusFree,
      }
    }),
    methods: withdrawalMethods.map((method) => {
      const coin = coinOf(method)
      const fee = coin ? feeOf.get(coin)! : null
      return {
        id: method,
        method,
        active: coin === null || fee !== null,
        fee: coin && fee !== null ? { amount: formatAmount(fee, coin), unit: unitOf(coin) } : null,
      }
    }),
    dailyLimit: formatAmount(rules.dailyLimitUsdMinor, 'USD'),
    dailyLeft: formatAmount(leftMinor > 0n ? leftMinor : 0n, 'USD'),
    coolingHours: rules.coolingMs() / 3_600_000,
    businessDays: promisedBusinessDays,
    secondFactor,
  }
}

async function feeOrNull(chains: WithdrawalContext['chains'], coin: ChainCoin): Promise<bigint | null> {
  try {
    return await networkFee(chains, coin)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Returns the document for a completed simulated payout. Throws `not_found`. */
export async function showDocument(
  { db, cipher, unreadable }: WithdrawalContext,
  { id }: { id: string },
  { session }: CustomerRequest,
) {
  const w = await requireWithdrawal(db, session, id, 'read')
  if (w.documentNumber === null || w.endedAtMs === null) throw new Refused('not_found')
  const inUnit = (minor: bigint, asset: typeof w.asset) => ({ amount: formatAmount(minor, asset), unit: unitOf(asset) })
  return {
    number: w.documentNumber,
    id: w.id,
    method: w.method,
    payee: payeeOf({ cipher, unreadable }, w),
    amount: inUnit(w.amountMinor, w.asset),
    arrives: inUnit(w.paidMinor - w.feeMinor, w.paidAsset),
    account: accountOfCode(w.code),
    requestedAt: w.requestedAtMs,
    paidAt: w.endedAtMs,
    ...sentenceFields('words', { phrase: 'payout_simulated' }),
  }
}

/**
 * Returns all customers' completed withdrawals, newest first, without their owners. Source: docs/spec/truth.md
 * section 2, "payouts table".
 */
export async function listPayouts({ db, chains }: WithdrawalContext, { p }: { p: number }) {
  const page = await listEnded(db, payoutsPageSize, (p - 1) * payoutsPageSize, true)
  return page.map((w) => {
    const coin = coinOf(w.method)
    return {
      id: w.id,
      Value: formatAmount(w.paidMinor - w.feeMinor, w.paidAsset),
      cur: unitOf(w.paidAsset),
      date: new Date(w.endedAtMs!).toISOString(),
      method: w.method,
      hash: w.txid,
      url: coin && w.txid ? chains.explorerUrl(coin, w.txid) : null,
      status: 'COMPLETED' as const,
    }
  })
}

/** Returns how well the promised processing time is met. Source: docs/spec/truth.md section 4. */
export async function showTimes({ clock, db }: WithdrawalContext) {
  const { completed, p50Ms, p95Ms, withinPromise, overdue } = await readTimes(db, clock.nowMs())
  return {
    completed,
    p50Ms: p50Ms === null ? null : Number(p50Ms),
    p95Ms: p95Ms === null ? null : Number(p95Ms),
    withinPromise,
    withinPromiseBps: completed === 0 ? null : Math.floor((withinPromise * 10_000) / completed),
    overdue,
    businessDays: promisedBusinessDays,
  }
}
