import { assets, formatAmount } from '../../../contract/money.ts'
import { depositAllows, overpaidChoiceMs, type PaymentCoin } from '../../../contract/deposit-states.ts'
import type { NewTransfer, Side } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database.ts'
import type { PaymentsContext } from '../context.ts'
import type { RowAlarms } from '../../platform/failing-rows.ts'
import { isHeld, withPatientTransaction } from '../../platform/lock-patience.ts'
import { cameInTime, judgeDeposit, mostAgreedMinor, type ChainView, type Credit } from './judge-deposit.ts'
import type { DepositNews } from './mails.ts'
import { mailNews, refreshPages } from './notify.ts'
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
import { readTop } from './scan-store.ts'

/**
 * Settles every deposit of a coin that the chain or the time may have moved on. One that fails does not stop the others. One whose account,
 * or whose referrer, another transaction holds is left for the next pass.
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
      // Confirmations count up on the page.
      if (moved.changed || (isNewTip && moved.waits)) refreshPages(context, key.customerId)
      if (moved.news === 'reversed') context.identity.standingChanged(key.customerId)
    } catch (error) {
      if (isHeld(error)) continue
      context.log.error({ err: error, deposit: key.id }, 'deposit not settled')
      await failing.failed(key.id)
    }
  }
}

/** `waits`: something of it is still on its way through the chain. */
type Settled = { deposit: Deposit; changed: boolean; waits: boolean; news?: DepositNews }

/**
 * Settles one deposit in a transaction of the caller: credits what is confirmed, once for each payment, takes back what the chain
 * has left out, writes down the state and mails the customer. `change` is applied to the deposit first.
 */
export async function settleDeposit(
  context: PaymentsContext,
  tx: Executor,
  key: DepositKey,
  tipHeight: number,
  change: Partial<Deposit> = {},
): Promise<Settled> {
  const stored = await lockDeposit(tx, key)
  if (!stored) throw new Error('there is no deposit of this key')
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
  for (const payment of judged.reversals) await takeBack(context, tx, settled, payment, transfers)
  for (const credit of credits) await give(context, tx, settled, credit, transfers)
  if (credits.length > 0) transfers.push(...(await begin(context, tx, settled, nowMs)))
  if (credits.length > 0 && settled.receiptState === 'pending') settled.receiptState = 'approved'
  await saveProgress(tx, settled)
  if (judged.reversals.length > 0)
    await context.identity.freeze(
      tx,
      key.customerId,
      'product',
      'A credited deposit has left the chain and was taken back.',
    )
  const news = newsOf(judged.reversals.length, credits)
  if (news) await mailNews(context, tx, news, settled)
  if (transfers.length > 0) await context.ledger.post(transfers, { tx })
  const changed = settled.state !== stored.state || transfers.length > 0
  return {
    deposit: settled,
    changed,
    waits: depositAllows('showAddress', settled.state) && payments.length > 0,
    ...(news && { news }),
  }
}

function newsOf(reversals: number, credits: readonly Credit[]): DepositNews | undefined {
  if (reversals > 0) return 'reversed'
  if (credits.some(({ payment, asideMinor }) => asideMinor > 0n && payment.sentBackAtMs === null)) return 'overpaid'
  return credits.some(({ paidOutMinor }) => paidOutMinor > 0n) ? 'credited' : undefined
}

/** Begins the contract that a deposit pays for. A customer who has taken a pause since the quote gets the money and no contract, then or later. */
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
 * Returns the credits that the customer's own deposit limit allows. What was agreed on in the quote was counted then, and no longer counts
 * once the quote ended without a payment: `readDepositedSince` says the same. A payment that brings more is held if it passes the limit, and credited by a later turn if the limit has room again: at the latest when its period ends.
 */
async function withinLimit(
  { clock, limits }: PaymentsContext,
  tx: Executor,
  deposit: Deposit,
  { credits, payments }: { credits: readonly Credit[]; payments: readonly ChainPayment[] },
): Promise<Credit[]> {
  const agreedMinor = payments.some((payment) => cameInTime(deposit, payment)) ? mostAgreedMinor(deposit) : 0n
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

/** The same with the newest block that the scanner has read. */
export async function settleNow(
  context: PaymentsContext,
  tx: Executor,
  key: DepositKey,
  coin: PaymentCoin,
  change: Partial<Deposit>,
): Promise<Deposit> {
  return (await settleDeposit(context, tx, key, (await readTop(tx, coin))?.height ?? 0, change)).deposit
}

async function give(
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
  // What an earlier taking back did not find is the customer's already: the payment pays for it first, so that nothing is given twice.
  const alreadyGivenMinor = paidOutMinor < deposit.shortfallMinor ? paidOutMinor : deposit.shortfallMinor
  deposit.shortfallMinor -= alreadyGivenMinor
  if (paidOutMinor > alreadyGivenMinor) {
    const note = `Deposit of ${formatAmount(payment.amountMinor, coin)} ${assets[coin].symbol}, plan ${deposit.plan}`
    transfers.push({
      ...marks,
      debit: { house: 'exchange' },
      credit: { owner: customerId, code: 'trading' },
      asset,
      amountMinor: paidOutMinor - alreadyGivenMinor,
      key,
      note,
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

/** Puts coins into the customer's refund account. Without a price, a commission or a use of the deposit limit: they aren't deposited yet. */
function setAside({ id, coin, customerId }: Deposit, amountMinor: bigint, key: string): NewTransfer {
  const note = `${formatAmount(amountMinor, coin)} ${assets[coin].symbol} to credit or send back`
  return {
    debit: { house: 'deposit_clearing' },
    credit: { owner: customerId, code: refundCode(coin) },
    asset: coin,
    amountMinor,
    kind: 'deposit',
    reference: id,
    key: `${key}:aside`,
    note,
  }
}

/** The customer's balance covers it as far as it reaches; what is missing stays with the house and is written down. */
async function takeBack(
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
    const note = 'The payment of this deposit has left the chain, so it was taken back.'
    transfers.push({
      ...marks,
      debit: { owner: customerId, code: 'trading' },
      credit: { house: 'exchange' },
      asset,
      amountMinor: takenMinor,
      key,
      note,
    })
  }
  transfers.push(...(await context.affiliates.reversals(tx, payment.id)))
  deposit.creditedCoinMinor -= payment.amountMinor - payment.asideMinor
  deposit.creditedMinor -= paidOutMinor
  deposit.shortfallMinor += paidOutMinor - takenMinor
  await markReversed(tx, shard, payment, payment.asideMinor - foundMinor)
}

/** What transfers that are not posted yet will do to an account of a customer's. */
function changeOf(transfers: readonly NewTransfer[], customerId: string, code = 'trading'): bigint {
  const isHis = (side: Side) => 'owner' in side && side.owner === customerId && side.code === code
  const changes = transfers.map((transfer) =>
    'debit' in transfer
      ? isHis(transfer.credit)
        ? transfer.amountMinor
        : isHis(transfer.debit)
          ? -transfer.amountMinor
          : 0n
      : 0n,
  )
  return changes.reduce((sum, change) => sum + change, 0n)
}

/** The ledger's key of a payment's credit: one for ever, unless it was taken back in between. */
function creditKey({ coin, key }: ChainPayment, creditsBefore: number): string {
  return creditsBefore === 0 ? `deposit:${coin}:${key}` : `deposit:${coin}:${key}:${creditsBefore + 1}`
}
