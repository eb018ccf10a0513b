import { withdrawalMethods } from '../../../../api/states/withdrawal-states.ts'
import { RowAlarms } from '../../../platform/database/failing-rows.ts'
import { isHeld, withPatientTransaction } from '../../../platform/database/lock-patience.ts'
import { uuidv7 } from '../../../platform/random.ts'
import { ChainAway, ChainRefused, chainCoins, type ChainCoin, type Issued, type Draft } from '../../chains/adapter.ts'
import { toUnits } from '../../chains/units.ts'
import { coinOf } from '../accounts.ts'
import { sentTransfers } from '../bookings.ts'
import { refreshPages, type WithdrawalContext } from '../context.ts'
import { mailUpdate } from '../mail-update.ts'
import { withdrawalMails } from '../mails.ts'
import { openedDestination } from '../address-book/destination.ts'
import { followCompleted, type CompletedWatch } from './follow-completed.ts'
import { advanceSend, deepConfirmations, followHolder } from './follow-sends.ts'
import {
  withSenderLock,
  insertDraft,
  listAttempts,
  listClaims,
  listLive,
  nextChangeIndex,
  type Send,
} from './send-store.ts'
import { changeWithdrawal, findWithdrawal, listToSend, type StoredWait, type Withdrawal } from '../store.ts'

const batch = 50

/**
 * Runs one turn of the sender: follows sends in progress, then sends approved withdrawals, oldest first. Each step is
 * committed before the next one starts, so the next turn continues after a crash: planned -> signed (raw and txid
 * stored) -> broadcast -> confirmed. A raw transaction is stored before it is broadcast, and only the stored one is
 * ever rebroadcast. Only one process sends at a time. Design: docs/spec/chains.md.
 */
export async function sendWithdrawals(context: WithdrawalContext, sending: Sending): Promise<void> {
  await withSenderLock(context.pool, async () => {
    for (const method of withdrawalMethods) if (coinOf(method) === null) await payOutSimulated(context, sending, method)
    const reachable: boolean[] = []
    for (const coin of chainCoins)
      reachable.push(await unlessAway(context, coin, () => sendCoin(context, sending, coin)))
    // Withdrawals on an unreachable chain weren't checked.
    if (reachable.every(Boolean)) await sending.failing.endTurn()
  })
}

/** State that each turn passes to the next. */
export type Sending = { failing: RowAlarms; completed: CompletedWatch }

export const createSending = ({ alarms }: Pick<WithdrawalContext, 'alarms'>): Sending => ({
  failing: new RowAlarms(alarms, 'withdrawal_failed'),
  completed: new Map(),
})

async function sendCoin(context: WithdrawalContext, sending: Sending, coin: ChainCoin): Promise<void> {
  await runOrLog(context, sending, `completed ${coin}`, () => followCompleted(context, coin, sending.completed))
  const byHolder = Map.groupBy(await listLive(context.db, coin), ({ holder }) => holder)
  for (const [holder, sends] of byHolder) await runOrLog(context, sending, holder, () => followHolder(context, sends))
  for (const withdrawal of await listToSend(context.db, coin, batch)) {
    const planned = await runOrLog(context, sending, withdrawal.id, () => beginSend(context, coin, withdrawal))
    // Stops here, so that a smaller withdrawal doesn't overtake an older one that waits for funds.
    if (planned === 'not_enough') return
  }
}

/**
 * Runs `work`. Returns false if the chain's node is unreachable, and marks its withdrawals as waiting. Rethrows other
 * errors.
 */
async function unlessAway(context: WithdrawalContext, coin: ChainCoin, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof ChainAway)) throw error
    for (const withdrawal of await listToSend(context.db, coin, batch)) await setWait(context, withdrawal, 'chain_away')
    return false
  }
}

/**
 * Runs the work on one withdrawal so that a failure doesn't stop the others. A failure raises an alarm and is retried
 * in the next turn. If another transaction has locked the account or the referrer's account, the work is retried
 * without an alarm.
 */
async function runOrLog<Answer>(
  { log }: WithdrawalContext,
  { failing }: Sending,
  id: string,
  work: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChainAway) throw error
    if (isHeld(error)) return undefined
    log.error({ err: error, withdrawal: id }, 'sending failed and will be retried')
    await failing.failed(id)
    return undefined
  }
}

async function setWait(context: WithdrawalContext, withdrawal: Withdrawal, wait: StoredWait): Promise<void> {
  if (withdrawal.wait === wait) return
  try {
    await withPatientTransaction(context.db, (tx) => changeWithdrawal(tx, withdrawal, { wait }))
  } catch (error) {
    // The reason for waiting is only displayed, so the next turn can set it.
    if (isHeld(error)) return
    throw error
  }
  refreshPages(context, withdrawal.customerId)
}

/** Drafts a payment, stores the draft with its claims, then advances it as far as possible. */
async function beginSend(
  context: WithdrawalContext,
  coin: ChainCoin,
  withdrawal: Withdrawal,
): Promise<'planned' | 'not_enough' | 'waits'> {
  if (!(await mayPayOut(context, withdrawal))) return 'waits'
  if (!(await earlierAttemptsAreOver(context, coin, withdrawal))) {
    await setWait(context, withdrawal, 'failed_on_chain')
    return 'waits'
  }
  const issued = await issuedAddresses(context, coin)
  const destination = openedDestination(context.cipher, withdrawal)
  if (!destination || destination.method === 'Bank') return 'waits'
  const amountUnits = toUnits(coin, withdrawal.paidMinor - withdrawal.feeMinor)
  const changeIndex = issued.change
  let draft: Draft
  try {
    draft = await context.chains.adapters[coin].prepare({
      to: destination.address,
      amountUnits,
      issued,
      avoid: await listClaims(context.db, coin),
      changeIndex,
    })
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    await setWait(context, withdrawal, error.code === 'not_enough' ? 'funds' : 'chain_away')
    if (error.code === 'not_enough') await sweep(context, coin, issued)
    return error.code === 'not_enough' ? 'not_enough' : 'waits'
  }
  const send = await storeDraft(context, coin, withdrawal, draft, changeIndex)
  if (send) await advanceSend(context, send)
  return 'planned'
}

/** Returns whether the account may pay out. Frozen and closed accounts may not. */
async function mayPayOut(context: WithdrawalContext, withdrawal: Withdrawal): Promise<boolean> {
  const { frozen, closed } = await context.identity.standing(withdrawal.customerId)
  if (frozen || closed) await setWait(context, withdrawal, 'frozen')
  return !frozen && !closed
}

/**
 * Returns whether no earlier attempt can still pay: each was never signed, lost its inputs or nonce to a deeply
 * confirmed transaction, or was mined and paid nothing. This is checked again right before new inputs or a new nonce
 * are used.
 */
async function earlierAttemptsAreOver(
  { chains, db }: WithdrawalContext,
  coin: ChainCoin,
  { id }: Withdrawal,
): Promise<boolean> {
  for (const { txid, raw } of await listAttempts(db, coin, id)) {
    if (txid === null || raw === null) continue
    const status = await chains.adapters[coin].txState(txid, raw)
    const over =
      (status.state === 'conflicted' && status.confirmations >= deepConfirmations(chains, coin)) ||
      (status.state === 'confirmed' && !status.succeeded)
    if (!over) return false
  }
  return true
}

async function issuedAddresses({ chains, db }: WithdrawalContext, coin: ChainCoin): Promise<Issued> {
  return { deposit: await chains.issuedDeposits(db, coin), change: await nextChangeIndex(db, coin) }
}

async function storeDraft(
  context: WithdrawalContext,
  coin: ChainCoin,
  { shard, customerId, id }: Withdrawal,
  draft: Draft,
  changeIndex: number,
): Promise<Send | undefined> {
  const { clock, db, random } = context
  const nowMs = clock.nowMs()
  return withPatientTransaction(db, async (tx) => {
    const w = await findWithdrawal(tx, { shard, customerId }, id, 'lock')
    if (!w || w.step !== null || w.holdNote !== null || (w.state !== 'APPROVED' && w.state !== 'SENT')) return undefined
    const send = { coin, id: uuidv7(nowMs, random), holder: id, customerId, draft, changeIndex, plannedAtMs: nowMs }
    if (!(await insertDraft(tx, send)))
      throw new Error(`the draft for withdrawal ${id} claims an output or nonce that another draft already claims`)
    await changeWithdrawal(tx, w, { step: 'reserved', wait: null, attempts: w.attempts + 1, confirmations: 0 })
    return { ...send, state: 'planned', raw: null, txid: null, broadcastAtMs: null }
  })
}

/**
 * Moves coins from deposit addresses to the treasury, unless a sweep is in progress. Bitcoin spends deposits
 * directly.
 */
async function sweep(context: WithdrawalContext, coin: ChainCoin, issued: Issued): Promise<void> {
  const { chains, clock, db, random } = context
  if ((await listLive(db, coin)).some(({ customerId }) => customerId === null)) return
  for (const draft of await chains.adapters[coin].prepareSweep(issued, await listClaims(db, coin))) {
    const id = uuidv7(clock.nowMs(), random)
    const send = { coin, id, holder: id, customerId: null, draft, changeIndex: 0, plannedAtMs: clock.nowMs() }
    const stored = await withPatientTransaction(db, (tx) => insertDraft(tx, send))
    if (stored) await advanceSend(context, { ...send, state: 'planned', raw: null, txid: null, broadcastAtMs: null })
  }
}

/** Books payouts of practice money to PayPal or a bank, with document numbers. No money leaves the platform. */
async function payOutSimulated(
  context: WithdrawalContext,
  sending: Sending,
  method: (typeof withdrawalMethods)[number],
): Promise<void> {
  for (const withdrawal of await listToSend(context.db, method, batch))
    await runOrLog(context, sending, withdrawal.id, () => payOutOne(context, withdrawal))
}

async function payOutOne(context: WithdrawalContext, { shard, customerId, id, ...listed }: Withdrawal): Promise<void> {
  const { clock, db, ledger } = context
  if (!(await mayPayOut(context, { shard, customerId, id, ...listed }))) return
  const nowMs = clock.nowMs()
  await withPatientTransaction(db, async (tx) => {
    const w = await findWithdrawal(tx, { shard, customerId }, id, 'lock')
    if (w?.state !== 'APPROVED' || w.holdNote !== null || (await context.identity.standingIn(tx, customerId)).frozen)
      return
    const day = new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')
    const documentNumber = `PO-${day}-${id.slice(-10).toUpperCase()}`
    await changeWithdrawal(tx, w, { state: 'COMPLETED', wait: null, sentAtMs: nowMs, endedAtMs: nowMs, documentNumber })
    await mailUpdate(context, tx, w, withdrawalMails.completed)
    await ledger.post([...sentTransfers(w), ...(await context.rules.paidOut(tx, w))], { tx })
  })
  refreshPages(context, customerId)
}
