import { toleranceBps, type DepositOutcome, type DepositState } from '../../../api/states/deposit-states.ts'
import { cashFor, type QuoteRate } from './quote.ts'
import type { ChainPayment, Deposit } from './store.ts'

/**
 * A payment seen in time must be in a block within this time after the quote ends. Otherwise customers could hold a
 * rate with an unconfirmed payment.
 */
const blockGraceMs = 2 * 3_600_000

/** The chain's current height and the coin's current value. */
export type ChainView = { tipHeight: number; confirmationsNeeded: number; nowMs: number; rate: QuoteRate | undefined }

/** A payment to credit. The customer gets `paidOutMinor`; the rest covers the amount advanced on a receipt. */
export type Credit = {
  payment: ChainPayment
  valueMinor: bigint
  paidOutMinor: bigint
  /** Coins for the refund account: overpaid or sent back. */ asideMinor: bigint
}
/** `advancedMinor`: the amount that two operators advanced on a receipt and that no payment covers yet. */
export type Judgement = {
  state: DepositState
  outcome: DepositOutcome | null
  credits: Credit[]
  reversals: ChainPayment[]
  advancedMinor: bigint
}

export function neededFor(payment: ChainPayment, view: Pick<ChainView, 'confirmationsNeeded'>): number {
  return Math.max(view.confirmationsNeeded, payment.minConfirmations)
}

/** Returns the confirmations: 1 in the newest block, 0 outside a block. */
export function confirmationsOf(payment: ChainPayment, tipHeight: number): number {
  return payment.height === null ? 0 : Math.max(0, tipHeight - payment.height + 1)
}

/** Returns whether a payment was seen before the quote ended. */
export function arrivedInTime({ expiresAtMs, cancelledAtMs }: Deposit, { firstSeenAtMs }: ChainPayment): boolean {
  return firstSeenAtMs < Math.min(expiresAtMs, cancelledAtMs ?? expiresAtMs)
}

/** Returns whether a payment gets the quote's rate: seen before the quote ended, and in a block soon after. */
export function isOnTime(deposit: Deposit, payment: ChainPayment, nowMs: number): boolean {
  return arrivedInTime(deposit, payment) && (payment.includedAtMs ?? nowMs) <= deposit.expiresAtMs + blockGraceMs
}

const sum = (payments: readonly ChainPayment[]) => payments.reduce((total, { amountMinor }) => total + amountMinor, 0n)

/**
 * Decides what to credit or reverse now, and the deposit's new state, from its payments on the chain. Payments that
 * arrive in time are valued at the quoted rate, in proportion; late payments, at the rate when they confirm. A payment
 * below the quoted amount waits for another until the quote ends. Unconfirmed payments are never credited. Does no I/O.
 * Design: docs/spec/chains.md.
 */
export function judgeDeposit(deposit: Deposit, payments: readonly ChainPayment[], view: ChainView): Judgement {
  const reversals = payments.filter((payment) => payment.creditedMinor !== null && payment.height === null)
  const standing = payments.filter((payment) => !reversals.includes(payment))
  const uncoveredMinor = reversals.reduce(
    (total, payment) => total + payment.creditedMinor! - payment.paidOutMinor!,
    deposit.advancedMinor,
  )
  const credits = coverAdvance(worthOf(deposit, standing, view), uncoveredMinor)
  const advancedMinor = credits.reduce(
    (left, { valueMinor, paidOutMinor }) => left - (valueMinor - paidOutMinor),
    uncoveredMinor,
  )
  const kept = (payment: ChainPayment) => payment.sentBackAtMs === null
  const credited = standing.filter(
    (payment) =>
      kept(payment) && (payment.creditedMinor !== null || credits.some((credit) => credit.payment === payment)),
  )
  const outcome = credited.length > 0 ? outcomeOf(deposit, credited, view) : advancedMinor > 0n ? 'receipt' : null
  return {
    state: outcome ? 'credited' : stateOf(deposit, payments.filter(kept), view),
    outcome,
    credits,
    reversals,
    advancedMinor,
  }
}

type Worth = { payment: ChainPayment; valueMinor: bigint; asideMinor: bigint }

/** Returns the coins of a payment that can be credited. Coins sent back to the customer can't be. */
const usableOf = ({ amountMinor, asideMissingMinor, sentBackAtMs }: ChainPayment) =>
  sentBackAtMs === null ? amountMinor - asideMissingMinor : 0n
const countedOf = (payment: ChainPayment) =>
  usableOf(payment) - (payment.sentBackAtMs === null ? payment.asideMinor : 0n)
const total = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n)

/**
 * Returns the overpaid part of a payment: everything above the quote, once the total exceeds the quote plus its
 * tolerance. Minor units of the coin.
 */
function overpaidPart({ coinMinor }: Deposit, paidMinor: bigint, amountMinor: bigint): bigint {
  const wholeMinor = paidMinor + amountMinor
  if (wholeMinor * 10_000n <= coinMinor * BigInt(10_000 + toleranceBps)) return 0n
  return wholeMinor - coinMinor < amountMinor ? wholeMinor - coinMinor : amountMinor
}

/** Returns what to credit now, and its value. */
function worthOf(deposit: Deposit, standing: readonly ChainPayment[], view: ChainView): Worth[] {
  const due = standing.filter(
    (payment) =>
      payment.creditedMinor === null &&
      payment.height !== null &&
      confirmationsOf(payment, view.tipHeight) >= neededFor(payment, view),
  )
  const credited = standing.filter(
    (payment) => payment.creditedMinor !== null && isOnTime(deposit, payment, view.nowMs),
  )
  const goesBack = due.filter((payment) => payment.sentBackAtMs !== null)
  const dueOnTime = due.filter((payment) => payment.sentBackAtMs === null && isOnTime(deposit, payment, view.nowMs))
  const ended =
    view.nowMs >= deposit.expiresAtMs ||
    deposit.cancelledAtMs !== null ||
    deposit.receiptState === 'approved' ||
    credited.length > 0
  const worth: Worth[] = []
  let paidMinor = total(credited.map(countedOf))
  for (const payment of ended || isPaid(deposit, paidMinor + total(dueOnTime.map(usableOf))) ? dueOnTime : []) {
    const asideMinor = overpaidPart(deposit, paidMinor, usableOf(payment))
    const afterMinor = paidMinor + usableOf(payment) - asideMinor
    worth.push({ payment, valueMinor: quotedWorth(deposit, afterMinor) - quotedWorth(deposit, paidMinor), asideMinor })
    paidMinor = afterMinor
  }
  const { rate } = view
  const late = rate ? due.filter((payment) => !dueOnTime.includes(payment) && !goesBack.includes(payment)) : []
  return [
    ...worth,
    ...late.map((payment) => ({ payment, valueMinor: cashFor(usableOf(payment), rate!), asideMinor: 0n })),
    ...goesBack.map((payment) => ({
      payment,
      valueMinor: 0n,
      asideMinor: payment.amountMinor - payment.asideMissingMinor,
    })),
  ]
}

/** Applies payments first to the advance and then to the customer, so that no amount counts twice. */
function coverAdvance(worth: readonly Worth[], advancedMinor: bigint): Credit[] {
  let left = advancedMinor
  return worth.map(({ payment, valueMinor, asideMinor }) => {
    const covered = valueMinor < left ? valueMinor : left
    left -= covered
    return { payment, valueMinor, paidOutMinor: valueMinor - covered, asideMinor }
  })
}

const quotedWorth = ({ amountMinor, coinMinor }: Deposit, paidMinor: bigint) => (paidMinor * amountMinor) / coinMinor

const isPaid = ({ coinMinor }: Deposit, paidMinor: bigint) =>
  paidMinor * 10_000n >= coinMinor * BigInt(10_000 - toleranceBps)

function outcomeOf(deposit: Deposit, credited: readonly ChainPayment[], { nowMs }: ChainView): DepositOutcome {
  const onTimeMinor = sum(credited.filter((payment) => isOnTime(deposit, payment, nowMs)))
  const allMinor = sum(credited)
  if (!isPaid(deposit, onTimeMinor)) return onTimeMinor < allMinor ? 'late' : 'partial'
  return allMinor * 10_000n > deposit.coinMinor * BigInt(10_000 + toleranceBps) ? 'over' : 'exact'
}

/**
 * Returns the quoted amount plus the tolerance: up to this sum, credits don't need another check of the customer's own
 * deposit limit, which counted the quoted amount when the quote was created.
 */
export const maxAgreedMinor = ({ amountMinor }: Pick<Deposit, 'amountMinor'>) =>
  (amountMinor * BigInt(10_000 + toleranceBps)) / 10_000n

/** Returns the state before anything is credited. */
function stateOf(deposit: Deposit, payments: readonly ChainPayment[], view: ChainView): DepositState {
  const inBlocks = payments.filter((payment) => payment.height !== null)
  if (inBlocks.some((payment) => confirmationsOf(payment, view.tipHeight) < neededFor(payment, view)))
    return 'confirming'
  if (payments.some((payment) => payment.height === null && payment.pending)) return 'seen'
  if (inBlocks.length > 0)
    return view.nowMs < deposit.expiresAtMs && deposit.cancelledAtMs === null ? 'partial' : 'confirming'
  if (payments.some((payment) => payment.credits > 0)) return 'reversed'
  if (deposit.cancelledAtMs !== null) return 'cancelled'
  if (deposit.receiptState === 'pending' || deposit.receiptState === 'proposed') return 'pending_approval'
  return view.nowMs >= deposit.expiresAtMs ? 'expired' : 'quoted'
}
