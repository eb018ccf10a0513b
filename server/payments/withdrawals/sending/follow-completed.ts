import { isHeld, withPatientTransaction } from '../../../platform/database/lock-patience.ts'
import { ChainRefused, type ChainCoin, type TxState } from '../../chains/adapter.ts'
import { refreshPages, type WithdrawalContext } from '../context.ts'
import { listUnburied, markBuried, markReturned, markVanished, type Unburied } from './send-store.ts'

/** A reorganisation that removes a payment at this depth would remove far more than that payment. */
const buriedAfterConfirmations = 100

/** The result of the last check of each chain. */
export type CompletedWatch = Map<ChainCoin, { tip: string; vanished: number }>

/**
 * Checks completed payments until they are buried. If a payment is no longer on the chain, marks it, raises an alarm
 * and broadcasts its signed transaction again; the mark is removed once it confirms again. Checks only when the chain
 * has advanced, a payment is missing, or another transaction held a lock on a row during the last check. Throws
 * `ChainAway`.
 */
export async function followCompleted(
  context: WithdrawalContext,
  coin: ChainCoin,
  watch: CompletedWatch,
): Promise<void> {
  const tip = (await context.chains.adapters[coin].tip()).hash
  const before = watch.get(coin)
  if (before?.tip === tip && before.vanished === 0) return
  let [vanished, held] = [0, 0]
  for (const send of await listUnburied(context.db, coin)) {
    const status = await context.chains.adapters[coin].txState(send.txid!, send.raw!)
    if (status.state !== 'confirmed') vanished++
    try {
      await (status.state === 'confirmed'
        ? recordPresent(context, send, status.confirmations)
        : recordVanished(context, send, status))
    } catch (error) {
      if (!isHeld(error)) throw error
      held++
    }
  }
  if (held > 0) watch.delete(coin)
  else watch.set(coin, { tip, vanished })
}

async function recordPresent(context: WithdrawalContext, send: Unburied, confirmations: number): Promise<void> {
  const { alarms, chains, clock, db } = context
  if (send.vanishedAtMs !== null) {
    if (confirmations < chains.confirmations[send.coin]) return
    await withPatientTransaction(db, (tx) => markReturned(tx, send))
    await alarms.clear('withdrawal_vanished', send.holder)
    if (send.customerId) refreshPages(context, send.customerId)
  }
  if (confirmations >= buriedAfterConfirmations)
    await withPatientTransaction(db, (tx) => markBuried(tx, send, clock.nowMs()))
}

async function recordVanished(context: WithdrawalContext, send: Unburied, { state }: TxState): Promise<void> {
  const { alarms, chains, clock, db, log } = context
  if (send.vanishedAtMs === null) {
    await withPatientTransaction(db, (tx) => markVanished(tx, send, clock.nowMs()))
    await alarms.raise({
      kind: 'withdrawal_vanished',
      subject: send.holder,
      details: { coin: send.coin, txid: send.txid, state },
    })
    if (send.customerId) refreshPages(context, send.customerId)
  }
  if (state !== 'unknown') return
  try {
    await chains.adapters[send.coin].broadcast({ raw: send.raw!, txid: send.txid! })
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    log.warn(
      { coin: send.coin, txid: send.txid, reason: error.message },
      'the node refused to rebroadcast a payment that is no longer on the chain',
    )
  }
}
