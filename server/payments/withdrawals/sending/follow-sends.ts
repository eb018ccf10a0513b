import { invariant } from '../../../platform/http/refused.ts'
import { withPatientTransaction } from '../../../platform/database/lock-patience.ts'
import { ChainRefused, type ChainCoin, type TxState } from '../../chains/adapter.ts'
import { networkFeeTransfers, sentTransfers } from '../bookings.ts'
import { refreshPages, type WithdrawalContext } from '../context.ts'
import { mailUpdate } from '../mail-update.ts'
import { withdrawalMails } from '../mails.ts'
import { minorRoundedUp } from '../price-order.ts'
import { endSends, markBroadcast, storeSigned, type Send } from './send-store.ts'
import { changeWithdrawal, findWithdrawal, type Withdrawal } from '../store.ts'
import { shardOf } from '../../../platform/random.ts'
import type { Executor } from '../../../platform/database/database.ts'

type Confirmed = Extract<TxState, { state: 'confirmed' }>

/** A draft that stays unsigned for this long is replaced, because its fee and inputs are outdated. */
const draftStaleMs = 600_000
const houseShard = 0

/** Returns the confirmations of a conflicting transaction after which an attempt counts as dead. */
export const deepConfirmations = ({ confirmations }: WithdrawalContext['chains'], coin: ChainCoin): number =>
  confirmations[coin] + 6

/**
 * Signs and broadcasts a stored draft. Each step is committed before the next one starts; `followHolder` continues
 * after a crash.
 */
export async function advanceSend(context: WithdrawalContext, send: Send): Promise<void> {
  const { chains, clock, db } = context
  const signed = await chains.sign(send.draft)
  const stored = await withPatientTransaction(db, async (tx) => {
    const w = await holderOf(tx, send)
    if (
      w &&
      (w.holdNote !== null ||
        (w.state !== 'APPROVED' && w.state !== 'SENT') ||
        (await context.identity.standingIn(tx, w.customerId)).frozen)
    )
      return false
    if (!(await storeSigned(tx, send, signed, clock.nowMs()))) return false
    if (w) await changeWithdrawal(tx, w, { step: 'signed' })
    return true
  })
  if (stored) await broadcast(context, { ...send, ...signed, state: 'signed' })
}

async function broadcast(context: WithdrawalContext, send: Send): Promise<void> {
  invariant(send.raw !== null && send.txid !== null, 'only a signed and stored transaction is broadcast')
  await context.chains.adapters[send.coin].broadcast({ raw: send.raw, txid: send.txid })
  await recordBroadcast(context, send)
}

/** Returns the withdrawal that a send pays, locked; undefined for a sweep. */
async function holderOf(tx: Executor, { customerId, holder }: Send): Promise<Withdrawal | undefined> {
  if (customerId === null) return undefined
  const found = await findWithdrawal(tx, { shard: shardOf(customerId), customerId }, holder, 'lock')
  invariant(found, `a send refers to withdrawal ${holder}, which does not exist`)
  return found
}

/** Marks the withdrawal as sent and books the held amount out of the account. Idempotent. */
async function recordBroadcast(context: WithdrawalContext, send: Send): Promise<void> {
  const { clock, db, ledger } = context
  if (send.state === 'broadcast') return
  await withPatientTransaction(db, async (tx) => {
    const w = await holderOf(tx, send)
    await markBroadcast(tx, send, clock.nowMs())
    if (!w) return
    await changeWithdrawal(tx, w, {
      state: 'SENT',
      step: 'broadcast',
      txid: send.txid,
      wait: null,
      sentAtMs: w.sentAtMs ?? clock.nowMs(),
    })
    if (w.state === 'APPROVED')
      await ledger.post([...sentTransfers(w), ...(await context.rules.paidOut(tx, w))], { tx })
  })
  if (send.customerId) refreshPages(context, send.customerId)
}

/**
 * Advances all attempts of one withdrawal or sweep as far as the chain allows. Any confirmed attempt completes it.
 * New inputs or a new nonce are used only after every signed attempt is deeply conflicted. Design:
 * docs/spec/chains.md "Withdrawals".
 */
export async function followHolder(context: WithdrawalContext, sends: readonly Send[]): Promise<void> {
  const { chains, clock } = context
  const signed = sends.filter(({ state }) => state !== 'planned')
  const statuses = await Promise.all(
    signed.map(async (send) => ({ send, status: await chains.adapters[send.coin].txState(send.txid!, send.raw!) })),
  )
  const mined = statuses.find((one): one is { send: Send; status: Confirmed } => one.status.state === 'confirmed')
  if (mined) return followMined(context, mined.send, mined.status)
  for (const { send, status } of statuses) {
    if (status.state === 'pending') await recordBroadcast(context, send)
    if (status.state === 'unknown') await broadcastAgain(context, send)
  }
  const deep = ({ status, send }: (typeof statuses)[number]) =>
    status.state === 'conflicted' && status.confirmations >= deepConfirmations(chains, send.coin)
  if (statuses.length > 0 && statuses.every(deep)) return endAttempts(context, sends[0]!, null)
  for (const send of sends.filter(({ state }) => state === 'planned')) {
    if (clock.nowMs() - send.plannedAtMs > draftStaleMs && signed.length === 0) return endAttempts(context, send, null)
    await advanceSend(context, send)
  }
}

/** Broadcasts the same raw transaction again. A refusal may mean a conflict, which the next check detects. */
async function broadcastAgain(context: WithdrawalContext, send: Send): Promise<void> {
  try {
    await broadcast(context, send)
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    context.log.warn(
      { coin: send.coin, txid: send.txid, reason: error.message },
      'the node refused to rebroadcast a transaction',
    )
  }
}

async function followMined(context: WithdrawalContext, send: Send, status: Confirmed): Promise<void> {
  await recordBroadcast(context, send)
  const feeMinor = minorRoundedUp(send.coin, status.feeUnits)
  if (status.confirmations < context.chains.confirmations[send.coin])
    return showConfirmations(context, send, status.confirmations)
  if (!status.succeeded) return endAttempts(context, send, feeMinor)
  const { clock, db, ledger } = context
  await withPatientTransaction(db, async (tx) => {
    const w = await holderOf(tx, send)
    await endSends(tx, send, 'confirmed', clock.nowMs(), feeMinor)
    if (w)
      await changeWithdrawal(tx, w, {
        state: 'COMPLETED',
        step: 'confirmed',
        txid: send.txid,
        wait: null,
        holdNote: null,
        confirmations: status.confirmations,
        endedAtMs: clock.nowMs(),
      })
    if (w) await mailUpdate(context, tx, w, withdrawalMails.completed)
    await ledger.post(feeOf(send, w, feeMinor), { tx })
  })
  if (send.customerId) refreshPages(context, send.customerId)
}

async function showConfirmations(context: WithdrawalContext, send: Send, confirmations: number): Promise<void> {
  if (send.customerId === null) return
  const changed = await withPatientTransaction(context.db, async (tx) => {
    const w = await holderOf(tx, send)
    if (!w || (w.confirmations === confirmations && w.txid === send.txid)) return false
    await changeWithdrawal(tx, w, { confirmations, txid: send.txid })
    return true
  })
  if (changed) refreshPages(context, send.customerId)
}

/**
 * Ends all attempts. An attempt that was mined but paid nothing still costs its fee and requires an operator's
 * decision.
 */
async function endAttempts(context: WithdrawalContext, send: Send, feeMinor: bigint | null): Promise<void> {
  const { clock, db, ledger } = context
  await withPatientTransaction(db, async (tx) => {
    const w = await holderOf(tx, send)
    await endSends(tx, send, 'dead', clock.nowMs(), feeMinor)
    if (w)
      await changeWithdrawal(tx, w, {
        step: null,
        confirmations: 0,
        wait: feeMinor === null ? null : 'failed_on_chain',
      })
    if (feeMinor !== null) await ledger.post(feeOf(send, w, feeMinor), { tx })
  })
  if (send.customerId) refreshPages(context, send.customerId)
}

function feeOf(send: Send, w: Withdrawal | undefined, feeMinor: bigint) {
  return networkFeeTransfers({
    id: send.id,
    holder: send.holder,
    shard: w?.shard ?? houseShard,
    asset: send.coin,
    feeMinor,
  })
}
