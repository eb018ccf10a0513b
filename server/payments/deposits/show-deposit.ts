import type { CustomerRequest } from '../../platform/http/actions.ts'
import { fieldsOfStored, valueOfStored } from '../../platform/stored-phrase.ts'
import QRCode from 'qrcode'
import { BinaryAnswer, type OutputOf, type InputOf } from '../../../api/call.ts'
import { depositActions, overpaidChoiceDays, type DepositOutcome } from '../../../api/states/deposit-states.ts'
import { assets, formatAmount, formatScaled } from '../../../api/money.ts'
import { moneyOf, type PhraseCode, type PhraseValue, sentenceFields } from '../../../api/sentences/sentences.ts'
import {
  depositRate,
  type depositPayment,
  type DepositDetails,
  type DepositRecord,
  type deposits,
  type qr,
} from '../../../api/calls/payments/payments.ts'
import { refundAccounts } from '../../../api/states/withdrawal-states.ts'
import type { z } from 'zod'
import type { Session, CallRequest } from '../../platform/http/http.ts'
import { readAll } from '../../platform/database/read-all.ts'
import type { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import { Refused } from '../../platform/http/refused.ts'
import { ChainAway } from '../chains/adapter.ts'
import { toUnits } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import { confirmationsOf, isOnTime, neededFor } from './judge-deposit.ts'
import type { StoredRate } from './quote.ts'
import { listAsides } from './aside-store.ts'
import { refundCode, remainingAsides } from './overpaid.ts'
import { readTop } from './scanner/scan-store.ts'
import {
  findDeposit,
  findDepositByAddress,
  listDeposits,
  listDepositsBefore,
  listPayments,
  type ChainPayment,
  type Deposit,
} from './store.ts'

const pageSize = 10
const newest = 100
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isDepositId = (text: string) => uuid.test(text)

/** Dependencies of calls that read stored rates. An unreadable one raises an alarm. */
export type DepositsContext = PaymentsContext & { unreadable: UnreadableRows }

/** `deposits`: returns the customer's deposits, newest first. */
export async function listOwnDeposits(
  context: PaymentsContext,
  { p }: InputOf<typeof deposits>,
  { session }: CallRequest<typeof deposits>,
): Promise<OutputOf<typeof deposits>> {
  const found = await (p === undefined
    ? listDeposits(context.db, session, newest)
    : listDeposits(context.db, session, pageSize, (p - 1) * pageSize))
  const payments = await listPayments(
    context.db,
    session,
    found.map(({ id }) => id),
  )
  return found.map((deposit) => depositRecordOf(context, deposit, payments.get(deposit.id)!))
}

/** A deposit as seen by the module that owns the contract it pays for. */
export type QuotedDeposit = {
  id: string
  plan: string
  amount: string
  cur: string
  address: string
  terms: unknown
  open: boolean
}

/** Returns the customer's deposits for a purpose, newest first. */
export async function listQuoted(
  { db }: Pick<PaymentsContext, 'db'>,
  session: Session,
  purpose: Deposit['purpose'],
): Promise<QuotedDeposit[]> {
  const found = (await listDeposits(db, session, newest)).filter((deposit) => deposit.purpose === purpose)
  return found.map(({ id, plan, amountMinor, asset, address, terms, state }) => ({
    id,
    plan,
    amount: formatAmount(amountMinor, asset),
    cur: assets[asset].symbol,
    address,
    terms,
    open: depositActions.can('showAddress', state),
  }))
}

/** Returns the deposits for a customer's data export, without the pictures of receipts. */
export async function exportDeposits(context: PaymentsContext, session: Session): Promise<unknown[]> {
  const found = await readAll<Deposit>((limit, last) => listDepositsBefore(context.db, session, last?.id, limit))
  const payments = await listPayments(
    context.db,
    session,
    found.map(({ id }) => id),
  )
  return found.map((deposit) => ({
    ...depositRecordOf(context, deposit, payments.get(deposit.id)!),
    address: deposit.address,
    payments: payments.get(deposit.id)!.map(({ txid, amountMinor, firstSeenAtMs }) => ({
      txid,
      amount: formatAmount(amountMinor, deposit.coin),
      at: new Date(firstSeenAtMs).toISOString(),
    })),
  }))
}

/**
 * `deposits.show`: returns one of the customer's deposits, without the rate if that can't be read. Throws `not_found`.
 */
export async function showDeposit(
  context: DepositsContext,
  { id }: { id: string },
  { session }: CustomerRequest,
): Promise<DepositDetails> {
  const deposit = isDepositId(id) ? await findDeposit(context.db, { ...session, id }) : undefined
  if (!deposit) throw new Refused('not_found')
  const payments = (await listPayments(context.db, session, [id])).get(deposit.id) ?? []
  const shown = await paymentsOf(context, deposit, payments)
  const waiting = shown.filter(({ state }) => state === 'confirming' || state === 'seen')
  const next = waiting.toSorted((a, b) => a.needed - a.confirmations - (b.needed - b.confirmations)).at(-1)
  const { coin, coinMinor, address, expiresAtMs, rate, receiptState, receiptReason, receiptAtMs } = deposit
  return {
    ...depositRecordOf(context, deposit, payments),
    address,
    uri: uriOf(context, deposit),
    expiresAt: expiresAtMs,
    confirmations: next?.confirmations ?? 0,
    needed: next?.needed ?? context.chains.confirmations[coin],
    payments: shown,
    transfers: await transfersOf(context, deposit),
    overpaid: await overpaidOf(context, deposit),
    rate: context.unreadable.read(`rate of deposit ${deposit.id}`, () => rateOf(rate)) ?? null,
    receipt: receiptState && {
      state: receiptState,
      ...fieldsOfStored('reason', receiptReason),
      at: receiptAtMs!,
    },
    coinAmount: formatAmount(coinMinor, coin),
  }
}

async function transfersOf({ ledger }: PaymentsContext, { id, customerId }: Deposit) {
  return (await ledger.transfersOf(id, customerId))
    .filter(({ kind, credit }) => kind === 'deposit' && 'owner' in credit && credit.code === 'trading')
    .map(({ id: transfer, atMs, amountMinor, asset }) => ({
      id: String(transfer),
      at: atMs,
      amount: formatAmount(amountMinor, asset),
      cur: assets[asset].symbol,
    }))
}

async function overpaidOf({ db, ledger }: PaymentsContext, deposit: Deposit): Promise<DepositDetails['overpaid']> {
  const { coin, customerId, id } = deposit
  const { availableMinor } = await ledger.balance({ owner: customerId, code: refundCode(coin), asset: coin })
  const open = remainingAsides(await listAsides(db, deposit, coin), availableMinor).filter(
    ({ aside, openMinor }) => aside.depositId === id && openMinor > 0n,
  )
  if (open.length === 0) return null
  const amountMinor = open.reduce((sum, { openMinor }) => sum + openMinor, 0n)
  return {
    amount: formatAmount(amountMinor, coin),
    unit: assets[coin].symbol,
    until: Math.min(...open.map(({ aside }) => aside.asideUntilMs)),
    account: refundAccounts[coin],
  }
}

function rateOf({ coin, cash }: StoredRate): DepositDetails['rate'] {
  const price = (rate: StoredRate['coin']) => formatScaled(BigInt(rate.price), rate.scale)
  return depositRate.parse({
    coin: coin.symbol!,
    seq: coin.seq!,
    price: price(coin),
    fx: cash.symbol === null ? null : { symbol: cash.symbol, seq: cash.seq!, price: price(cash) },
  })
}

/** Returns a deposit's payments for display. */
export async function paymentsOf(
  context: PaymentsContext,
  deposit: Deposit,
  payments: readonly ChainPayment[],
): Promise<z.output<typeof depositPayment>[]> {
  const tipHeight = (await readTop(context.db, deposit.coin))?.height ?? 0
  return payments.map((payment) => {
    const needed = neededFor(payment, { confirmationsNeeded: context.chains.confirmations[deposit.coin] })
    const confirmations = Math.min(confirmationsOf(payment, tipHeight), needed)
    const state =
      payment.creditedMinor !== null
        ? payment.sentBackAtMs === null
          ? 'credited'
          : 'refund'
        : payment.heldAtMs !== null && payment.height !== null
          ? 'held'
          : payment.height === null
            ? payment.pending
              ? 'seen'
              : 'reversed'
            : confirmations < needed
              ? 'confirming'
              : 'confirmed'
    return {
      id: payment.id,
      txid: payment.txid,
      amount: formatAmount(payment.amountMinor, deposit.coin),
      confirmations,
      needed,
      state,
      link: context.chains.explorerUrl(deposit.coin, payment.txid),
    }
  })
}

/** Returns a deposit as a list entry. */
export function depositRecordOf(
  context: Pick<PaymentsContext, 'clock'>,
  deposit: Deposit,
  payments: readonly ChainPayment[],
): DepositRecord {
  const {
    id,
    plan,
    amountMinor,
    asset,
    purpose,
    miningCoin,
    quotedAtMs,
    state,
    outcome,
    coin,
    coinMinor,
    creditedMinor,
  } = deposit
  const receivedMinor = payments.reduce(
    (total, payment) => (payment.height === null ? total : total + payment.amountMinor),
    0n,
  )
  return {
    id,
    plan,
    amount: formatAmount(amountMinor, asset),
    cur: assets[asset].symbol,
    purpose,
    coin: miningCoin,
    dt: new Date(quotedAtMs).toISOString(),
    status: state === 'credited' ? 'CONFIRMED' : state.toUpperCase().replace('_', ' '),
    state,
    outcome,
    ...sentenceFields('words', phraseOf(context, deposit, payments, receivedMinor)),
    type: coin,
    coinAmount: formatAmount(coinMinor, coin),
    received: formatAmount(receivedMinor, coin),
    credited: creditedMinor > 0n ? formatAmount(creditedMinor, asset) : null,
  }
}

const outcomePhrases = {
  partial: 'deposit_paid_less',
  over: 'deposit_over',
  late: 'deposit_late',
  receipt: 'deposit_by_receipt',
} as const satisfies Record<Exclude<DepositOutcome, 'exact'>, PhraseCode>

/** Returns what happened to a deposit; null if its state needs no explanation. */
function phraseOf(
  { clock }: Pick<PaymentsContext, 'clock'>,
  deposit: Deposit,
  payments: readonly ChainPayment[],
  receivedMinor: bigint,
): PhraseValue | null {
  const { state, outcome, coin, coinMinor, receiptState, receiptReason, shortfallMinor, asset } = deposit
  if (payments.some(({ heldAtMs }) => heldAtMs !== null)) return { phrase: 'deposit_held' }
  if (payments.some(({ asideUntilMs, sentBackAtMs }) => asideUntilMs !== null && sentBackAtMs === null))
    return { phrase: 'deposit_overpaid', values: { days: overpaidChoiceDays } }
  if (deposit.notBegun === 'paused') return { phrase: 'deposit_not_begun' }
  if (state === 'credited') return outcome && outcome !== 'exact' ? { phrase: outcomePhrases[outcome] } : null
  if (state === 'partial') {
    const values = { received: formatAmount(receivedMinor, coin), coins: moneyOf(coinMinor, coin) }
    return { phrase: 'deposit_partial', values }
  }
  if (state === 'reversed')
    return shortfallMinor > 0n
      ? { phrase: 'deposit_reversed_short', values: { shortfall: moneyOf(shortfallMinor, asset) } }
      : { phrase: 'deposit_reversed' }
  const isLate = payments.some(
    (payment) => payment.creditedMinor === null && !isOnTime(deposit, payment, clock.nowMs()),
  )
  if ((state === 'seen' || state === 'confirming') && isLate) return { phrase: 'deposit_will_be_late' }
  if (state === 'cancelled') return { phrase: 'deposit_cancelled' }
  if (receiptState === 'declined' && receiptReason)
    return { phrase: 'deposit_receipt_declined', values: { reason: valueOfStored(receiptReason) } }
  return state === 'expired' ? { phrase: 'deposit_expired' } : null
}

/** Returns the payment URI for wallets; only the address if the node is unreachable. */
function uriOf({ chains }: PaymentsContext, { coin, address, coinMinor }: Deposit): string {
  try {
    return chains.adapters[coin].paymentUri(address, toUnits(coin, coinMinor))
  } catch (error) {
    if (error instanceof ChainAway) return address
    throw error
  }
}

/** `qr`: draws the QR code of one of the customer's own open deposits. Throws `not_found`. */
export async function drawQr(
  context: PaymentsContext,
  { addr }: InputOf<typeof qr>,
  { session }: CallRequest<typeof qr>,
): Promise<OutputOf<typeof qr>> {
  const deposit = await findDepositByAddress(context.db, session, addr)
  if (!deposit || !depositActions.can('showAddress', deposit.state)) throw new Refused('not_found')
  return new BinaryAnswer(
    'image/png',
    await QRCode.toBuffer(uriOf(context, deposit), { type: 'png', errorCorrectionLevel: 'M', margin: 2, scale: 6 }),
  )
}
