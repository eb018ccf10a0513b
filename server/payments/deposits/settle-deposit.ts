import { moneyOf } from '../../../api/sentences/sentences.ts'
import { depositActions, overpaidChoiceMs, type PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { NewTransfer, Side } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import type { RowAlarms } from '../../platform/database/failing-rows.ts'
import { isHeld, withPatientTransaction } from '../../platform/database/lock-patience.ts'
import { arrivedInTime, judgeDeposit, maxAgreedMinor, type ChainView, type Credit } from './judge-deposit.ts'
import type { DepositUpdate } from './mails.ts'
import { mailUpdate, refreshPages } from './notify.ts'
import { refundCode } from './overpaid.ts'
import { rateNow } from './quote.ts'
import {
  holdPayment,
  listPayments,
  listUnsettled,
  lockDeposit,
  markCredited,
  markReversed,
  saveProgress,
  type ChainPayment,
  type Deposit,
  type DepositKey,
} from './store.ts'
import { readTop } from './scanner/scan-store.ts'

/**
 * Settles every deposit in a coin that time or the chain may have changed. A failing deposit doesn't stop the others.
 * If another transaction has locked a deposit's account or referrer, the next pass settles that deposit.
 */
export async function settleDeposits(
  context: PaymentsContext,
  coin: PaymentCoin,
  tipHeight: number,
  { isNewTip, failing }: { isNewTip: boolean; failing: RowAlarms },
): Promise<void> {
  for (const key of await listUnsettled(context.db, coin)) {
    try {
      const moved = await withPatientTransaction(context.db, (tx) => settleDeposit(context, tx, key, tipHeight))
      // Refreshes the confirmations shown on the page.
      if (moved.changed || (isNewTip && moved.waits)) refreshPages(context, key.customerId)
      if (moved.news === 'reversed') context.identity.standingChanged(key.customerId)
    } catch (error) {
      if (isHeld(error)) continue
      context.log.error({ err: error, deposit: key.id }, 'deposit not settled')
      await failing.failed(key.id)
    }
  }
}

/** `waits`: part of the deposit is still in transit. */
type Settled = { deposit: Deposit; changed: boolean; waits: boolean; news?: DepositUpdate }

/**
 * Settles one deposit in the caller's transaction: credits confirmed payments, each once, reverses payments that are no
 * longer on the chain, saves the state and emails the customer. Applies `change` to the deposit first.
 */
async function settleDeposit(
  context: PaymentsContext,
  tx: Executor,
  key: DepositKey,
  tipHeight: number,
  change: Partial<Deposit> = {},
): Promise<Settled> {
  const stored = await lockDeposit(tx, key)
  if (!stored) throw new Error('the deposit does not exist')
  const deposit = { ...stored, ...change }
  const payments = (await listPayments(tx, key, [key.id])).get(key.id)!
  const nowMs = context.clock.nowMs()
  const view: ChainView = {
    tipHeight,
    confirmationsNeeded: context.chains.confirmations[deposit.coin],
    nowMs,
    rate: rateNow(context.markets, deposit.coin, deposit.asset, nowMs),
  }
  const judged = judgeDeposit(deposit, payments, view)
  const transfers: NewTransfer[] = []
  const credits = await withinLimit(context, tx, deposit, { credits: judged.credits, payments })
  const isHeldBack = judged.credits.length > 0 && credits.length === 0 && deposit.creditedMinor === 0n
  const settled: Deposit = {
    ...deposit,
    state: isHeldBack ? 'confirming' : judged.state,
    outcome: isHeldBack ? null : judged.outcome,
    advancedMinor: judged.advancedMinor,
  }
  if (judged.reversals.length > 0) transfers.push(...(await context.purposes.undo(tx, settled)))
  for (const payment of judged.reversals) await reverseCredit(context, tx, settled, payment, transfers)
  for (const credit of credits) await creditPayment(context, tx, settled, credit, transfers)
  if (credits.length > 0) transfers.push(...(await begin(context, tx, settled, nowMs)))
  if (credits.length > 0 && settled.receiptState === 'pending') settled.receiptState = 'approved'
  await saveProgress(tx, settled)
  if (judged.reversals.length > 0)
    await context.identity.freeze(tx, key.customerId, 'product', { phrase: 'frozen_by_reversal' })
  const news = updateOf(judged.reversals.length, credits)
  if (news) await mailUpdate(context, tx, news, settled)
  if (transfers.length > 0) await context.ledger.post(transfers, { tx })
  const changed = settled.state !== stored.state || transfers.length > 0
  return {
    deposit: settled,
    changed,
    waits: depositActions.can('showAddress', settled.state) && payments.length > 0,
    ...(news && { news }),
  }
}

function updateOf(reversals: number, credits: readonly Credit[]): DepositUpdate | undefined {
  if (reversals > 0) return 'reversed'
  if (credits.some(({ payment, asideMinor }) => asideMinor > 0n && payment.sentBackAtMs === null)) return 'overpaid'
  return credits.some(({ paidOutMinor }) => paidOutMinor > 0n) ? 'credited' : undefined
}

/**
 * Begins the contract that a deposit pays for. If the customer has started a pause since the quote, the money goes to
 * the balance and no contract ever begins.
 */
async function begin(
  { limits, purposes }: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  nowMs: number,
): Promise<NewTransfer[]> {
  if (deposit.purpose === 'trading' || deposit.notBegun !== null || deposit.beganAtMs !== null) return []
  if (await limits.isPaused(tx, deposit.customerId)) {
    deposit.notBegun = 'paused'
    return []
  }
  return purposes.begin(tx, deposit, nowMs)
}

/**
 * Returns the credits that the customer's own deposit limit allows. The quoted amount counts from the creation of the
 * quote and stops counting if the quote ends without a payment, as in `readDepositedSince`. A payment beyond the quoted
 * amount is held if it exceeds the limit. A later pass credits it once the limit allows it, at the latest when the
 * limit's period ends.
 */
async function withinLimit(
  { clock, limits }: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  { credits, payments }: { credits: readonly Credit[]; payments: readonly ChainPayment[] },
): Promise<Credit[]> {
  const agreedMinor = payments.some((payment) => arrivedInTime(deposit, payment)) ? maxAgreedMinor(deposit) : 0n
  const countedMinor = max(agreedMinor, deposit.creditedMinor)
  const allowed: Credit[] = []
  let givenMinor = deposit.creditedMinor
  for (const credit of credits) {
    const afterMinor = givenMinor + credit.paidOutMinor
    const roomMinor = afterMinor > countedMinor ? await limits.depositRoom(tx, deposit.customerId) : null
    if (credit.paidOutMinor > 0n && roomMinor !== null && afterMinor - countedMinor > roomMinor)
      await holdPayment(tx, deposit.shard, credit.payment, clock.nowMs())
    else {
      allowed.push(credit)
      givenMinor = afterMinor
    }
  }
  return allowed
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)

/** Settles a deposit with the newest block that the scanner has read. */
export async function settleNow(
  context: PaymentsContext,
  tx: Executor,
  key: DepositKey,
  coin: PaymentCoin,
  change: Partial<Deposit>,
): Promise<Deposit> {
  return (await settleDeposit(context, tx, key, (await readTop(tx, coin))?.height ?? 0, change)).deposit
}

async function creditPayment(
  context: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  { payment, valueMinor, paidOutMinor, asideMinor }: Credit,
  transfers: NewTransfer[],
): Promise<void> {
  const { coin, asset, shard, customerId } = deposit
  const key = creditKey(payment, payment.credits)
  const marks = { kind: 'deposit', reference: deposit.id } as const
  const coveredMinor = valueMinor - paidOutMinor
  const keptMinor = payment.amountMinor - asideMinor
  if (keptMinor > 0n)
    transfers.push({
      ...marks,
      debit: { house: 'deposit_clearing' },
      credit: { house: 'exchange' },
      asset: coin,
      amountMinor: keptMinor,
      shard,
      key: `${key}:coin`,
    })
  if (asideMinor > 0n) transfers.push(setAside(deposit, asideMinor, key))
  if (coveredMinor > 0n)
    transfers.push({
      ...marks,
      debit: { house: 'exchange' },
      credit: { house: 'deposit_clearing' },
      asset,
      amountMinor: coveredMinor,
      shard,
      key: `${key}:advance`,
    })
  // An earlier reversal may have left a shortfall that the customer kept. The payment covers it first, so that nothing
  // is credited twice.
  const alreadyGivenMinor = paidOutMinor < deposit.shortfallMinor ? paidOutMinor : deposit.shortfallMinor
  deposit.shortfallMinor -= alreadyGivenMinor
  if (paidOutMinor > alreadyGivenMinor) {
    const values = { coins: moneyOf(payment.amountMinor, coin), plan: deposit.plan }
    transfers.push({
      ...marks,
      debit: { house: 'exchange' },
      credit: { owner: customerId, code: 'trading' },
      asset,
      amountMinor: paidOutMinor - alreadyGivenMinor,
      key,
      note: { phrase: 'note_deposit', values },
    })
  }
  if (paidOutMinor > 0n) {
    transfers.push(
      ...(await context.affiliates.commissions(tx, { id: payment.id, customerId, asset, amountMinor: paidOutMinor })),
    )
  }
  deposit.creditedCoinMinor += keptMinor
  deposit.creditedMinor += paidOutMinor
  const nowMs = context.clock.nowMs()
  const asideUntilMs = asideMinor > 0n ? nowMs + overpaidChoiceMs : null
  await markCredited(tx, shard, payment, { valueMinor, paidOutMinor, asideMinor, asideUntilMs, nowMs })
}

/**
 * Moves coins to the customer's refund account. They aren't deposited yet, so they have no price, earn no commission
 * and don't count towards the deposit limit.
 */
function setAside({ id, coin, customerId }: Deposit, amountMinor: bigint, key: string): NewTransfer {
  return {
    debit: { house: 'deposit_clearing' },
    credit: { owner: customerId, code: refundCode(coin) },
    asset: coin,
    amountMinor,
    kind: 'deposit',
    reference: id,
    key: `${key}:aside`,
    note: { phrase: 'note_deposit_set_aside', values: { coins: moneyOf(amountMinor, coin) } },
  }
}

/** Reverses a credit as far as the customer's balance covers it. The house bears the shortfall, which is recorded. */
async function reverseCredit(
  context: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  payment: ChainPayment,
  transfers: NewTransfer[],
): Promise<void> {
  const { coin, asset, shard, customerId } = deposit
  const key = `${creditKey(payment, payment.credits - 1)}:reversed`
  const marks = { kind: 'deposit', reference: deposit.id } as const
  const paidOutMinor = payment.paidOutMinor!
  const coveredMinor = payment.creditedMinor! - paidOutMinor
  const { availableMinor } = await context.ledger.balance({ owner: customerId, code: 'trading', asset }, tx)
  const left = availableMinor + changeOf(transfers, customerId)
  const takenMinor = paidOutMinor < left ? paidOutMinor : left
  const aside = await context.ledger.balance({ owner: customerId, code: refundCode(coin), asset: coin }, tx)
  const asideLeftMinor = aside.availableMinor + changeOf(transfers, customerId, refundCode(coin))
  const foundMinor = payment.asideMinor < asideLeftMinor ? payment.asideMinor : asideLeftMinor
  if (foundMinor > 0n) {
    transfers.push({
      ...marks,
      debit: { owner: customerId, code: refundCode(coin) },
      credit: { house: 'deposit_clearing' },
      asset: coin,
      amountMinor: foundMinor,
      key: `${key}:aside`,
    })
  }
  const keptMinor = payment.amountMinor - foundMinor
  if (keptMinor > 0n)
    transfers.push({
      ...marks,
      debit: { house: 'exchange' },
      credit: { house: 'deposit_clearing' },
      asset: coin,
      amountMinor: keptMinor,
      shard,
      key: `${key}:coin`,
    })
  if (coveredMinor > 0n)
    transfers.push({
      ...marks,
      debit: { house: 'deposit_clearing' },
      credit: { house: 'exchange' },
      asset,
      amountMinor: coveredMinor,
      shard,
      key: `${key}:advance`,
    })
  if (takenMinor > 0n) {
    transfers.push({
      ...marks,
      debit: { owner: customerId, code: 'trading' },
      credit: { house: 'exchange' },
      asset,
      amountMinor: takenMinor,
      key,
      note: { phrase: 'note_deposit_reversed' },
    })
  }
  transfers.push(...(await context.affiliates.reversals(tx, payment.id)))
  deposit.creditedCoinMinor -= payment.amountMinor - payment.asideMinor
  deposit.creditedMinor -= paidOutMinor
  deposit.shortfallMinor += paidOutMinor - takenMinor
  await markReversed(tx, shard, payment, payment.asideMinor - foundMinor)
}

/** Returns the change that unposted transfers will make to a customer's account. */
function changeOf(transfers: readonly NewTransfer[], customerId: string, code = 'trading'): bigint {
  const isCustomerSide = (side: Side) => 'owner' in side && side.owner === customerId && side.code === code
  const changes = transfers.map((transfer) =>
    'debit' in transfer
      ? isCustomerSide(transfer.credit)
        ? transfer.amountMinor
        : isCustomerSide(transfer.debit)
          ? -transfer.amountMinor
          : 0n
      : 0n,
  )
  return changes.reduce((sum, change) => sum + change, 0n)
}

/** Returns the ledger key of a payment's credit. It changes only after a credit has been reversed. */
function creditKey({ coin, key }: ChainPayment, creditsBefore: number): string {
  return creditsBefore === 0 ? `deposit:${coin}:${key}` : `deposit:${coin}:${key}:${creditsBefore + 1}`
}
