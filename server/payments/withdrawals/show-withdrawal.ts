import { sentenceFields } from '../../../api/sentences/sentences.ts'
import { formatAmount } from '../../../api/money.ts'
import { withdrawalActions, type WithdrawalWait } from '../../../api/states/withdrawal-states.ts'
import type { WithdrawalRecord } from '../../../api/calls/payments/withdrawals.ts'
import { accountOfCode, coinOf, unitOf } from './accounts.ts'
import type { WithdrawalContext } from './context.ts'
import { openedDestination, shortened } from './address-book/destination.ts'
import type { Withdrawal } from './store.ts'

/** Returns what a withdrawal is waiting for; null if it isn't waiting. */
function waitOf(
  w: Pick<Withdrawal, 'vanished' | 'state' | 'wait' | 'holdNote' | 'usableAtMs' | 'approvalId' | 'step'>,
  nowMs: number,
): WithdrawalWait | null {
  if (w.vanished) return 'vanished'
  if (!withdrawalActions.can('wait', w.state)) return null
  if (w.wait) return w.wait
  if (w.holdNote !== null) return 'review'
  if (w.state === 'PENDING')
    return w.usableAtMs > nowMs ? 'address_cooling' : w.approvalId ? 'second_approval' : 'approval'
  return w.state === 'APPROVED' || w.step === null ? 'sending' : null
}

/** Returns a withdrawal as shown to its customer. */
export function recordOf(
  { clock, cipher, chains, unreadable }: Pick<WithdrawalContext, 'clock' | 'cipher' | 'chains' | 'unreadable'>,
  w: Withdrawal,
): WithdrawalRecord {
  const waiting = waitOf(w, clock.nowMs())
  const coin = coinOf(w.method)
  const destination = unreadable.read(`withdrawal ${w.id}`, () => {
    const opened = openedDestination(cipher, w)
    return opened ? shortened(opened) : ''
  })
  const inPaid = (minor: bigint) => ({ amount: formatAmount(minor, w.paidAsset), unit: unitOf(w.paidAsset) })
  return {
    id: w.id,
    amount: formatAmount(w.amountMinor, w.asset),
    cur: unitOf(w.asset),
    date: new Date(w.requestedAtMs).toISOString(),
    method: w.method,
    acct: accountOfCode(w.code),
    // A payment that is no longer on the chain isn't complete, although it was booked as completed.
    status: w.vanished ? 'SENT' : w.state,
    to: destination ?? '',
    unreadable: destination === undefined,
    fee: inPaid(w.feeMinor),
    arrives: inPaid(w.paidMinor - w.feeMinor),
    principal: formatAmount(w.principalMinor, w.asset),
    interest: formatAmount(w.interestMinor, w.asset),
    waiting,
    ...sentenceFields('waitingWords', waiting && { phrase: `wait_${waiting}` as const }),
    usableAt: waiting === 'address_cooling' ? w.usableAtMs : null,
    reason: w.reason,
    ...sentenceFields('reasonWords', w.reason && { phrase: `refusal_${w.reason}` as const }),
    requestedAt: w.requestedAtMs,
    approvedAt: w.approvedAtMs,
    sentAt: w.sentAtMs,
    endedAt: w.endedAtMs,
    promisedBy: w.promisedByMs,
    confirmations: coin && w.state === 'SENT' ? { has: w.confirmations, needs: chains.confirmations[coin] } : null,
    hash: w.txid,
    url: coin && w.txid ? chains.explorerUrl(coin, w.txid) : null,
    hasDocument: w.documentNumber !== null,
  }
}
