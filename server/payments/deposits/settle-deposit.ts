import { assets, formatAmount } from '../../../contract/money.ts'
import { depositAllows, type PaymentCoin } from '../../../contract/deposit-states.ts'
import type { NewTransfer, Side } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database.ts'
import type { PaymentsContext } from '../context.ts'
import { judgeDeposit, type ChainView, type Credit } from './judge-deposit.ts'
import type { DepositNews } from './mails.ts'
import { mailNews, tellCustomer } from './notify.ts'
import { rateNow } from './quote.ts'
import { listPayments, listUnsettled, lockDeposit, markCredited, markReversed, saveProgress, type ChainPayment, type Deposit, type DepositKey } from './store.ts'
import { readTop } from './scan-store.ts'

/** Settles every deposit of a coin that the chain or the time may have moved on. One that fails does not stop the others. */
export async function settleDeposits(context: PaymentsContext, coin: PaymentCoin, tipHeight: number, { isNewTip }: { isNewTip: boolean }): Promise<void> {
  for (const key of await listUnsettled(context.db, coin)) {
    try {
      const moved = await context.db.transaction().execute(async (tx) => settleDeposit(context, tx, key, tipHeight))
      // Confirmations count up on the page.
      if (moved.changed || (isNewTip && moved.waits)) tellCustomer(context, key.customerId)
      if (moved.news === 'reversed') context.identity.standingChanged(key.customerId)
      if (moved.news) await mailNews(context, moved.news, moved.deposit)
    } catch (error) {
      context.log.error({ err: error, deposit: key.id }, 'deposit not settled')
    }
  }
}

/** `waits`: something of it is still on its way through the chain. */
type Settled = { deposit: Deposit; changed: boolean; waits: boolean; news?: DepositNews }

/**
 * Settles one deposit in a transaction of the caller: credits what is confirmed, once for each payment, takes back what the chain
 * has left out, and writes down the state. `change` is applied to the deposit first.
 */
export async function settleDeposit(context: PaymentsContext, tx: Executor, key: DepositKey, tipHeight: number, change: Partial<Deposit> = {}): Promise<Settled> {
  const stored = await lockDeposit(tx, key)
  if (!stored) throw new Error('there is no deposit of this key')
  const deposit = { ...stored, ...change }
  const payments = (await listPayments(tx, key, [key.id])).get(key.id)!
  const nowMs = context.clock.nowMs()
  const view: ChainView = { tipHeight, confirmationsNeeded: context.chains.confirmations[deposit.coin], nowMs, rate: rateNow(context.markets, deposit.coin, deposit.asset, nowMs) }
  const judged = judgeDeposit(deposit, payments, view)
  const transfers: NewTransfer[] = []
  const settled = { ...deposit, state: judged.state, outcome: judged.outcome, advancedMinor: judged.advancedMinor }
  if (judged.reversals.length > 0) transfers.push(...(await context.purposes.undo(tx, settled)))
  for (const payment of judged.reversals) await takeBack(context, tx, settled, payment, transfers)
  for (const credit of judged.credits) await give(context, tx, settled, credit, transfers)
  if (judged.credits.length > 0) transfers.push(...(await context.purposes.begin(tx, settled, nowMs)))
  if (judged.credits.length > 0 && settled.receiptState === 'pending') settled.receiptState = 'approved'
  await saveProgress(tx, settled)
  if (judged.reversals.length > 0) await context.identity.freeze(tx, key.customerId, 'product', 'A credited deposit has left the chain and was taken back.')
  if (transfers.length > 0) await context.ledger.post(transfers, { tx })
  const changed = settled.state !== stored.state || transfers.length > 0
  const news = judged.reversals.length > 0 ? 'reversed' : judged.credits.some(({ paidOutMinor }) => paidOutMinor > 0n) ? 'credited' : undefined
  return { deposit: settled, changed, waits: depositAllows('showAddress', settled.state) && payments.length > 0, ...(news && { news }) }
}

/** The same with the newest block that the scanner has read. */
export async function settleNow(context: PaymentsContext, tx: Executor, key: DepositKey, coin: PaymentCoin, change: Partial<Deposit>): Promise<Deposit> {
  return (await settleDeposit(context, tx, key, (await readTop(tx, coin))?.height ?? 0, change)).deposit
}

async function give(context: PaymentsContext, tx: Executor, deposit: Deposit, { payment, valueMinor, paidOutMinor }: Credit, transfers: NewTransfer[]): Promise<void> {
  const { coin, asset, shard, customerId } = deposit
  const key = creditKey(payment, payment.credits)
  const marks = { kind: 'deposit', reference: deposit.id } as const
  const coveredMinor = valueMinor - paidOutMinor
  if (payment.amountMinor > 0n) transfers.push({ ...marks, debit: { house: 'deposit_clearing' }, credit: { house: 'exchange' }, asset: coin, amountMinor: payment.amountMinor, shard, key: `${key}:coin` })
  if (coveredMinor > 0n) transfers.push({ ...marks, debit: { house: 'exchange' }, credit: { house: 'deposit_clearing' }, asset, amountMinor: coveredMinor, shard, key: `${key}:advance` })
  // What an earlier taking back did not find is the customer's already: the payment pays for it first, so that nothing is given twice.
  const alreadyGivenMinor = paidOutMinor < deposit.shortfallMinor ? paidOutMinor : deposit.shortfallMinor
  deposit.shortfallMinor -= alreadyGivenMinor
  if (paidOutMinor > alreadyGivenMinor) {
    const note = `Deposit of ${formatAmount(payment.amountMinor, coin)} ${assets[coin].symbol}, plan ${deposit.plan}`
    transfers.push({ ...marks, debit: { house: 'exchange' }, credit: { owner: customerId, code: 'trading' }, asset, amountMinor: paidOutMinor - alreadyGivenMinor, key, note })
  }
  if (paidOutMinor > 0n) {
    transfers.push(...(await context.affiliates.commissions(tx, { id: payment.id, customerId, asset, amountMinor: paidOutMinor })))
  }
  deposit.creditedCoinMinor += payment.amountMinor
  deposit.creditedMinor += paidOutMinor
  await markCredited(tx, shard, payment, valueMinor, paidOutMinor)
}

/** The customer's balance covers it as far as it reaches; what is missing stays with the house and is written down. */
async function takeBack(context: PaymentsContext, tx: Executor, deposit: Deposit, payment: ChainPayment, transfers: NewTransfer[]): Promise<void> {
  const { coin, asset, shard, customerId } = deposit
  const key = `${creditKey(payment, payment.credits - 1)}:reversed`
  const marks = { kind: 'deposit', reference: deposit.id } as const
  const paidOutMinor = payment.paidOutMinor!
  const coveredMinor = payment.creditedMinor! - paidOutMinor
  const { availableMinor } = await context.ledger.balance({ owner: customerId, code: 'trading', asset }, tx)
  const left = availableMinor + changeOf(transfers, customerId)
  const takenMinor = paidOutMinor < left ? paidOutMinor : left
  if (payment.amountMinor > 0n) transfers.push({ ...marks, debit: { house: 'exchange' }, credit: { house: 'deposit_clearing' }, asset: coin, amountMinor: payment.amountMinor, shard, key: `${key}:coin` })
  if (coveredMinor > 0n) transfers.push({ ...marks, debit: { house: 'deposit_clearing' }, credit: { house: 'exchange' }, asset, amountMinor: coveredMinor, shard, key: `${key}:advance` })
  if (takenMinor > 0n) {
    const note = 'The payment of this deposit has left the chain, so it was taken back.'
    transfers.push({ ...marks, debit: { owner: customerId, code: 'trading' }, credit: { house: 'exchange' }, asset, amountMinor: takenMinor, key, note })
  }
  transfers.push(...(await context.affiliates.reversals(tx, payment.id)))
  deposit.creditedCoinMinor -= payment.amountMinor
  deposit.creditedMinor -= paidOutMinor
  deposit.shortfallMinor += paidOutMinor - takenMinor
  await markReversed(tx, shard, payment)
}

/** What transfers that are not posted yet will do to a customer's trading account. */
function changeOf(transfers: readonly NewTransfer[], customerId: string): bigint {
  const isHis = (side: Side) => 'owner' in side && side.owner === customerId && side.code === 'trading'
  const changes = transfers.map((transfer) => ('debit' in transfer ? (isHis(transfer.credit) ? transfer.amountMinor : isHis(transfer.debit) ? -transfer.amountMinor : 0n) : 0n))
  return changes.reduce((sum, change) => sum + change, 0n)
}

/** The ledger's key of a payment's credit: one for ever, unless it was taken back in between. */
function creditKey({ coin, key }: ChainPayment, creditsBefore: number): string {
  return creditsBefore === 0 ? `deposit:${coin}:${key}` : `deposit:${coin}:${key}:${creditsBefore + 1}`
}
