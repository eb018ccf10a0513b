import { type Outcome, outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'
import type { z } from 'zod'
import type { WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'
import type { withdraw as withdrawCall } from '../../../api/calls/payments/withdrawals.ts'
import { LedgerRefused } from '../../ledger/public.ts'
import type { Standing } from '../../identity/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session, CallRequest } from '../../platform/http/http.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import { shardCount, uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findInBook, listBook } from './address-book/address-store.ts'
import { addToBook } from './address-book/add-address.ts'
import { coinOf } from './accounts.ts'
import { fromWallet, refreshPages, type WithdrawalContext } from './context.ts'
import { destinationOf, type Destination, type DestinationFields } from './address-book/destination.ts'
import { mailUpdate } from './mail-update.ts'
import { withdrawalMails } from './mails.ts'
import { priceOrder, readOrder, type PricedOrder } from './price-order.ts'
import { paidInKinds, principalFirst } from './principal.ts'
import { afterBusinessDays } from '../../platform/time/business-days.ts'
import { promisedBusinessDays } from './promise.ts'
import { refuseWhileWaiting } from './desk/refuse-while-waiting.ts'
import { insertWithdrawal, lockWithdrawer, readUsage } from './store.ts'

type Input = z.output<typeof withdrawCall.input>
type Answer = Outcome & { id: string }

const dayMs = 86_400_000

/**
 * Requests a withdrawal and holds the amount, in one transaction. Nothing is paid out before an operator approves. A
 * repeated key returns the first response, no matter which second factor is sent with it. Source: docs/spec/product.md
 * sections 4, 5 and 9; docs/spec/truth.md section 4.
 */
export async function withdraw(
  context: WithdrawalContext,
  input: Input,
  { session, once, ip }: CallRequest<typeof withdrawCall> & OnceRequest,
): Promise<Answer> {
  const { totp, recovery, passkey, ...order } = input
  const inTurn = (work: (tx: Executor) => Promise<Answer>) =>
    context.db.transaction().execute((tx) => once(tx, order, () => work(tx)))
  const before = await answeredBefore(inTurn)
  if (before) return before
  const { currency } = await context.identity.customer(session.customerId)
  const read = readOrder(order, currency)
  const destination = await (order.book
    ? savedDestination(context, session, order.book, read.method)
    : typedDestination(context, read.method, order))
  requirePayoutAllowed(await context.identity.standing(session.customerId))
  await context.identity.requireFactorForPayouts(session.customerId)
  await refuseWhileWaiting(context, context.db, session.customerId)
  if (read.account.account === 'Bonus' && !(await context.rules.bonusTermsMet(session.customerId)))
    throw new Refused('bonus_locked')
  const priced = await priceOrder(context, read, currency)
  await context.identity.confirmFactor(session, { totp, recovery, passkey }, ip)
  const answer = await inTurn((tx) => hold(context, tx, session, priced, destination))
  refreshPages(context, session.customerId)
  return answer
}

async function typedDestination(
  { chains }: WithdrawalContext,
  method: WithdrawalMethod,
  fields: DestinationFields,
): Promise<Destination> {
  const coin = coinOf(method)
  const find = () => destinationOf(method, fields, chains.adapters)
  return coin ? fromWallet(coin, find) : find()
}

/** Returns the destination of an entry in the customer's address book. Throws `bad_address`. */
async function savedDestination(
  { db, cipher }: WithdrawalContext,
  session: Session,
  id: string,
  method: WithdrawalMethod,
): Promise<Destination> {
  const entry = (await listBook(db, session)).find((one) => one.id === id && one.method === method)
  const phrase = 'address_not_in_book'
  if (!entry) throw new Refused('bad_address', { reason: { phrase } }, { book: phrase })
  return cipher.open(entry.destinationSealed, session.customerId)
}

class NotAnswered extends Error {}

/**
 * Returns the stored response for a key, so that a repeated request doesn't need a second-factor code that still works:
 * each code works only once.
 */
async function answeredBefore(inTurn: (work: () => Promise<Answer>) => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await inTurn(() => Promise.reject(new NotAnswered()))
  } catch (error) {
    if (error instanceof NotAnswered) return undefined
    throw error
  }
}

/**
 * Throws `account_closed`, `account_frozen` or `not_verified`. A frozen account may receive deposits but not pay out.
 */
function requirePayoutAllowed({ closed, frozen, verified }: Standing): void {
  if (closed) throw new Refused('account_closed')
  if (frozen) throw new Refused('account_frozen')
  if (!verified) throw new Refused('not_verified')
}

async function hold(
  context: WithdrawalContext,
  tx: Executor,
  session: Session,
  priced: PricedOrder,
  destination: Destination,
): Promise<Answer> {
  const { clock, random, cipher, ledger } = context
  const { shard, customerId } = session
  const nowMs = clock.nowMs()
  const { code, asset } = priced.account
  await lockWithdrawer(tx, session, nowMs)
  requirePayoutAllowed(await context.identity.standingIn(tx, customerId))
  await refuseWhileWaiting(context, tx, customerId)
  const usage = await readUsage(tx, session, priced.account, nowMs - dayMs)
  requireWithinLimits(context, usage, priced)
  const fingerprint = cipher.fingerprint(destination)
  const entry = (await findInBook(tx, session, fingerprint)) ?? (await addToBook(context, tx, session, destination, ''))
  const { balanceMinor } = await ledger.balance({ owner: customerId, code, asset }, tx)
  const paidInMinor = await ledger.netOfKinds({ owner: customerId, code, asset }, paidInKinds, tx)
  const parts = principalFirst({
    paidInMinor,
    principalOutMinor: usage.principalOutMinor,
    balanceMinor,
    amountMinor: priced.amountMinor,
  })
  const id = idInShard(uuidv7(nowMs, random), shard)
  await mailUpdate(context, tx, { ...priced, asset, customerId }, withdrawalMails.requested)
  const pendingId = await reserve(context, tx, session, id, priced)
  const { method, amountMinor, paidAsset, paidMinor, feeMinor, usdMinor } = priced
  await insertWithdrawal(tx, {
    shard,
    customerId,
    id,
    method,
    code,
    asset,
    amountMinor,
    ...parts,
    paidAsset,
    paidMinor,
    feeMinor,
    usdMinor,
    rates: priced.rates.map((rate) => ({ ...rate, price: String(rate.price) })),
    destinationSealed: cipher.seal(destination, customerId),
    pendingId,
    usableAtMs: entry.usableAtMs,
    requestedAtMs: nowMs,
    promisedByMs: afterBusinessDays(nowMs, promisedBusinessDays),
  })
  const sums = { amount: moneyOf(amountMinor, asset), arrives: moneyOf(priced.arrivesMinor, paidAsset) }
  return {
    ...(entry.usableAtMs > nowMs
      ? outcome('withdrawal_pending_address', { ...sums, from: { atMs: entry.usableAtMs } })
      : outcome('withdrawal_pending', sums)),
    id,
  }
}

/** Throws `too_many_open`, or `daily_limit` with the remaining amount. Source: docs/spec/product.md section 9. */
function requireWithinLimits(
  { rules }: WithdrawalContext,
  usage: { usdMinor: bigint; open: number },
  { usdMinor }: PricedOrder,
): void {
  if (usage.open >= rules.maxOpen) throw new Refused('too_many_open', { max: rules.maxOpen })
  const leftMinor = rules.dailyLimitUsdMinor - usage.usdMinor
  if (usdMinor > leftMinor) throw new Refused('daily_limit', { left: moneyOf(leftMinor > 0n ? leftMinor : 0n, 'USD') })
}

/**
 * Holds the amount with a pending transfer, so that no order or other withdrawal can spend it. Throws
 * `insufficient_balance`.
 */
async function reserve(
  { ledger }: WithdrawalContext,
  tx: Executor,
  { customerId }: Session,
  id: string,
  { account, amountMinor }: PricedOrder,
): Promise<bigint> {
  try {
    const [posted] = await ledger.post(
      [
        {
          debit: { owner: customerId, code: account.code },
          credit: { house: 'exchange' },
          asset: account.asset,
          amountMinor,
          kind: 'withdrawal',
          reference: id,
          key: `withdrawal:${id}:hold`,
          pending: true,
        },
      ],
      { tx },
    )
    return posted!.id
  } catch (error) {
    if (error instanceof LedgerRefused && error.code === 'insufficient')
      throw new Refused('insufficient_balance', { balance: moneyOf(error.availableMinor ?? 0n, account.asset) })
    throw error
  }
}

/** Returns the id with the customer's shard in its last five bits, like the customer's own id. */
function idInShard(id: string, shard: number): string {
  const last = Number.parseInt(id.slice(-2), 16)
  return id.slice(0, -2) + (last - (last % shardCount) + shard).toString(16).padStart(2, '0')
}
