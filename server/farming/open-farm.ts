import { z } from 'zod'
import { outcome } from '../../api/sentences/outcomes.ts'
import { paymentCoins } from '../../api/states/deposit-states.ts'
import type { OutputOf, InputOf } from '../../api/call.ts'
import type { closefarm, farm, pendingyields, ypop } from '../../api/calls/farming/farming.ts'
import type { Session, CallRequest } from '../platform/http/http.ts'
import type { OnceRequest, CustomerRequest } from '../platform/http/actions.ts'
import { invariant, Refused } from '../platform/http/refused.ts'
import type { StoredFarmTerms } from './begin-contract.ts'
import type { FarmingContext } from './context.ts'
import { readRequest } from './request.ts'
import { inForce } from './schedule.ts'
import { findPlan, listRates } from './store.ts'
import { refreshPages } from './notify.ts'
import type { UnreadableRows } from '../platform/database/unreadable-rows.ts'

/**
 * `farm`: creates the deposit that pays for a contract and stores the promised terms with it. Source:
 * docs/spec/product.md sections 5 and 7.
 */
export async function openFarm(
  context: FarmingContext,
  input: InputOf<typeof farm>,
  { session, once }: CallRequest<typeof farm> & OnceRequest,
): Promise<OutputOf<typeof farm>> {
  if (!paymentCoins.some((coin) => coin === input.type)) throw new Refused('bad_coin')
  const plan = await findPlan(context.db, input.plan)
  if (!plan) throw new Refused('unknown_plan')
  const { currency } = await context.identity.customer(session.customerId)
  const { leverageHalves, durationDays, amountMinor } = readRequest(plan, input, currency)
  const nowMs = context.clock.nowMs()
  const rate = inForce(await listRates(context.db, plan.id), nowMs)
  invariant(rate, `${plan.id} must have a rate`)
  const terms: StoredFarmTerms = {
    coin: plan.coin,
    leverHalves: leverageHalves,
    durationDays,
    minimumPpm: rate.minimumPpm,
    borrowPpm: rate.borrowPpm,
    marginBps: plan.marginBps,
    earlyFeeBps: plan.earlyFeeBps,
  }
  const prepared = await context.payments.quotes.prepare(input.type)
  const quote = {
    purpose: 'farming',
    terms,
    planId: plan.id,
    plan: plan.name,
    miningCoin: null,
    amountMinor,
    asset: currency,
  } as const
  const opened = await context.db
    .transaction()
    .execute((tx) => once(tx, input, () => prepared.open(tx, session, quote)))
  refreshPages(context, [session])
  const { tid, ...rest } = opened
  return { ...rest, id: tid, pop: null }
}

/** Dependencies of calls that read stored terms. Terms that can't be read raise an alarm. */
export type PendingContext = FarmingContext & { unreadable: UnreadableRows }

const shownTerms = z.object({ leverHalves: z.int().positive(), durationDays: z.int().positive() })

/**
 * `pendingyields`: returns deposits that are waiting for a payment or for confirmations. A deposit with unreadable
 * terms is omitted and raises an alarm.
 */
export async function listPending(
  { payments, unreadable }: PendingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof pendingyields>> {
  const waiting = (await payments.quotes.list(session, 'farming')).filter(({ open }) => open)
  return waiting.flatMap(({ id, plan, amount, cur, address, terms }) => {
    const kept = unreadable.read(`terms of deposit ${id}`, () => shownTerms.parse(terms))
    return kept
      ? [{ id, plan, amount, pcur: cur, paddress: address, lever: kept.leverHalves / 2, duration: kept.durationDays }]
      : []
  })
}

/** `closefarm`: cancels the contract's deposit if it has no payments. Throws the refusals of `closetrnx`. */
export async function closeFarm(
  context: FarmingContext,
  input: InputOf<typeof closefarm>,
  request: CallRequest<typeof closefarm>,
): Promise<OutputOf<typeof closefarm>> {
  await requireOwn(context, request.session, input.tid)
  await context.payments.calls.closetrnx(input, { ...request })
  refreshPages(context, [request.session])
  return outcome('contract_cancelled')
}

/** `ypop`: uploads a receipt for the contract's deposit. Throws the refusals of `trnxpop`. */
export async function uploadFarmPaymentReceipt(
  context: FarmingContext,
  { id }: InputOf<typeof ypop>,
  request: CallRequest<typeof ypop>,
): Promise<OutputOf<typeof ypop>> {
  await requireOwn(context, request.session, id)
  const answer = await context.payments.calls.trnxpop({ tid: id }, { ...request })
  refreshPages(context, [request.session])
  return answer
}

/** Throws `not_found` unless the ID belongs to a deposit for one of the customer's contracts. */
async function requireOwn({ payments }: FarmingContext, session: Session, id: string): Promise<void> {
  if (!(await payments.quotes.list(session, 'farming')).some((deposit) => deposit.id === id))
    throw new Refused('not_found')
}
