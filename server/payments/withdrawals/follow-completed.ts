import { isHeld, withPatientTransaction } from '../../platform/lock-patience.ts'
import { ChainRefused, type ChainCoin, type TxState } from '../chains/adapter.ts'
import { tellCustomer, type WithdrawalContext } from './context.ts'
import { listUnburied, markBuried, markReturned, markVanished, type Unburied } from './send-store.ts'

/** So deep that a chain that loses it has lost far more. */
const buriedAfterConfirmations = 100

/** What the last look at each chain saw. */
export type CompletedWatch = Map<ChainCoin, { tip: string; vanished: number }>

/**
 * Follows payments that were confirmed until they are buried. One that has left the chain is marked, raises an alarm, is broadcast again
 * as it was signed, and is unmarked when it is confirmed anew. Looks only when the chain has moved on, or when another transaction held
 * one at the last look. Throws `ChainAway`.
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
    const stand = await context.chains.adapters[coin].txState(send.txid!, send.raw!)
    if (stand.state !== 'confirmed') vanished++
    try {
      await (stand.state === 'confirmed' ? stillThere(context, send, stand.confirmations) : gone(context, send, stand))
    } catch (error) {
      if (!isHeld(error)) throw error
      held++
    }
  }
  if (held > 0) watch.delete(coin)
  else watch.set(coin, { tip, vanished })
}

async function stillThere(context: WithdrawalContext, send: Unburied, confirmations: number): Promise<void> {
  const { alarms, chains, clock, db } = context
  if (send.vanishedAtMs !== null) {
    if (confirmations < chains.confirmations[send.coin]) return
    await withPatientTransaction(db, (tx) => markReturned(tx, send))
    await alarms.clear('withdrawal_vanished', send.holder)
    if (send.customerId) tellCustomer(context, send.customerId)
  }
  if (confirmations >= buriedAfterConfirmations)
    await withPatientTransaction(db, (tx) => markBuried(tx, send, clock.nowMs()))
}

async function gone(context: WithdrawalContext, send: Unburied, { state }: TxState): Promise<void> {
  const { alarms, chains, clock, db, log } = context
  if (send.vanishedAtMs === null) {
    await withPatientTransaction(db, (tx) => markVanished(tx, send, clock.nowMs()))
    await alarms.raise({
      kind: 'withdrawal_vanished',
      subject: send.holder,
      details: { coin: send.coin, txid: send.txid, state },
    })
    if (send.customerId) tellCustomer(context, send.customerId)
  }
  if (state !== 'unknown') return
  try {
    await chains.adapters[send.coin].broadcast({ raw: send.raw!, txid: send.txid! })
  } catch (error) {
    if (!(error instanceof ChainRefused)) throw error
    log.warn(
      { coin: send.coin, txid: send.txid, reason: error.message },
      'the node does not take a payment again that has left the chain',
    )
  }
}
