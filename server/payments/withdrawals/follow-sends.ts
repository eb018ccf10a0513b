import { invariant } from '../../platform/refused.ts'
import { withPatientTransaction } from '../../platform/lock-patience.ts'
import { ChainRefused, type ChainCoin, type TxState } from '../chains/adapter.ts'
import { networkFeeTransfers, sentTransfers } from './bookings.ts'
import { tellCustomer, type WithdrawalContext } from './context.ts'
import { mailNews } from './mail-news.ts'
import { withdrawalMails } from './mails.ts'
import { minorRoundedUp } from './price-order.ts'
import { endSends, markBroadcast, storeSigned, type Send } from './send-store.ts'
import { changeWithdrawal, findWithdrawal, type Withdrawal } from './store.ts'
import { shardOf } from '../../platform/random.ts'
import type { Executor } from '../../platform/database.ts'

type Confirmed = Extract<TxState, { state: 'confirmed' }>

/** A plan that was not signed for so long is made anew: its fee and its inputs are of another day. */
const planStaleMs = 600_000
const houseShard = 0

/** So many blocks on top of what took an attempt's inputs or nonce, and the attempt is given up. */
export const deepConfirmations = ({ confirmations }: WithdrawalContext['chains'], coin: ChainCoin): number =>
  confirmations[coin] + 6

/** Signs and broadcasts a stored plan. Each step is committed before the next; what a crash leaves, `followHolder` takes up. */
export async function advanceSend(context: WithdrawalContext, send: Send): Promise<void> {
  const { chains, clock, db } = context
  const signed = await chains.sign(send.plan)
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
  invariant(send.raw !== null && send.txid !== null, 'only what is signed and stored is broadcast')
  await context.chains.adapters[send.coin].broadcast({ raw: send.raw, txid: send.txid })
  await recordBroadcast(context, send)
}

/** The withdrawal that a send pays, locked; undefined for a sweep. */
async function holderOf(tx: Executor, { customerId, holder }: Send): Promise<Withdrawal | undefined> {
  if (customerId === null) return undefined
  const found = await findWithdrawal(tx, { shard: shardOf(customerId), customerId }, holder, 'lock')
  invariant(found, `send of a withdrawal ${holder} that does not exist`)
  return found
}

/** The network has it: the withdrawal is sent, and the held amount leaves the account. Once, however often it is recorded. */
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
  if (send.customerId) tellCustomer(context, send.customerId)
}

/**
 * Takes the attempts of one withdrawal, or a sweep, as far as the chain allows. Any confirmed attempt completes it; new inputs or a new nonce
 * come only after every signed attempt is conflicted and deep. Design: docs/spec/chains.md "Withdrawals".
 */
export async function followHolder(context: WithdrawalContext, sends: readonly Send[]): Promise<void> {
  const { chains, clock } = context
  const signed = sends.filter(({ state }) => state !== 'planned')
  const stands = await Promise.all(
    signed.map(async (send) => ({ send, stand: await chains.adapters[send.coin].txState(send.txid!, send.raw!) })),
  )
  const mined = stands.find((one): one is { send: Send; stand: Confirmed } => one.stand.state === 'confirmed')
  if (mined) return followMined(context, mined.send, mined.stand)
  for (const { send, stand } of stands) {
    if (stand.state === 'pending') await recordBroadcast(context, send)
    if (stand.state === 'unknown') await broadcastAgain(context, send)
  }
  const deep = ({ stand, send }: (typeof stands)[number]) =>
    stand.state === 'conflicted' && stand.confirmations >= deepConfirmations(chains, send.coin)
  if (stands.length > 0 && stands.every(deep)) return giveUp(context, sends[0]!, null)
  for (const send of sends.filter(({ state }) => state === 'planned')) {
    if (clock.nowMs() - send.plannedAtMs > planStaleMs && signed.length === 0) return giveUp(context, send, null)
    await advanceSend(context, send)
  }
}

/** The same raw transaction. A node that refuses it may know of a conflict, which shows at the next look. */
async function broadcastAgain(context: WithdrawalContext, send: Send): Promise<void> {
  try {
    await broadcast(context, send)
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    context.log.warn(
      { coin: send.coin, txid: send.txid, reason: error.message },
      'the node does not take a transaction of ours',
    )
  }
}

async function followMined(context: WithdrawalContext, send: Send, stand: Confirmed): Promise<void> {
  await recordBroadcast(context, send)
  const feeMinor = minorRoundedUp(send.coin, stand.feeUnits)
  if (stand.confirmations < context.chains.confirmations[send.coin])
    return showConfirmations(context, send, stand.confirmations)
  if (!stand.succeeded) return giveUp(context, send, feeMinor)
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
        confirmations: stand.confirmations,
        endedAtMs: clock.nowMs(),
      })
    if (w) await mailNews(context, tx, w, withdrawalMails.completed)
    await ledger.post(feeOf(send, w, feeMinor), { tx })
  })
  if (send.customerId) tellCustomer(context, send.customerId)
}

async function showConfirmations(context: WithdrawalContext, send: Send, confirmations: number): Promise<void> {
  if (send.customerId === null) return
  const changed = await withPatientTransaction(context.db, async (tx) => {
    const w = await holderOf(tx, send)
    if (!w || (w.confirmations === confirmations && w.txid === send.txid)) return false
    await changeWithdrawal(tx, w, { confirmations, txid: send.txid })
    return true
  })
  if (changed) tellCustomer(context, send.customerId)
}

/** Ends all attempts. A mined one that paid nothing cost its fee, and an operator decides how to go on. */
async function giveUp(context: WithdrawalContext, send: Send, feeMinor: bigint | null): Promise<void> {
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
  if (send.customerId) tellCustomer(context, send.customerId)
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
