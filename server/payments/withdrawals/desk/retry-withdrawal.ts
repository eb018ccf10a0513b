import { type Outcome, outcome } from '../../../../api/sentences/outcomes.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { OnceRequest, OperatorRequest } from '../../../platform/http/actions.ts'
import { uuidv7 } from '../../../platform/random.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { ChainRefused, type ChainCoin, type Draft } from '../../chains/adapter.ts'
import { coinOf } from '../accounts.ts'
import { fromWallet, refreshPages, type WithdrawalContext } from '../context.ts'
import type { Subject } from './decide-withdrawal.ts'
import { requireAllowed, requireOfCustomer } from '../find-withdrawal.ts'
import { insertDraft, listAttempts, type Send } from '../sending/send-store.ts'
import { changeWithdrawal } from '../store.ts'

/**
 * Retries a withdrawal at the sender's next turn: with a new draft if all attempts have provably failed, otherwise
 * with a higher fee for a waiting attempt. Throws `not_found`, `wrong_state`, `held`, `no_wallet`.
 */
export async function retryWithdrawal(
  context: WithdrawalContext,
  { id, customer }: Subject,
  { session: { operatorId }, once }: OperatorRequest & OnceRequest,
) {
  const subject = { id, customer }
  const { clock, db, operators, random } = context
  const seen = await requireOfCustomer(db, subject, 'read')
  const coin = coinOf(seen.method)
  const waiting = coin
    ? (await listAttempts(db, coin, seen.id)).findLast(({ state }) => state === 'broadcast')
    : undefined
  const replacement = coin && waiting ? await fromWallet(coin, () => bumped(context, coin, waiting)) : undefined
  const work = async (tx: Executor): Promise<Outcome> => {
    const w = await requireOfCustomer(tx, subject, 'lock')
    requireAllowed('retry', w)
    if (w.holdNote !== null) throw new Refused('held')
    if (w.wait !== null) await changeWithdrawal(tx, w, { wait: null })
    if (coin && waiting && replacement) {
      const nowMs = clock.nowMs()
      await insertDraft(tx, {
        coin,
        id: uuidv7(nowMs, random),
        holder: w.id,
        customerId: w.customerId,
        draft: replacement,
        changeIndex: waiting.changeIndex,
        plannedAtMs: nowMs,
      })
      await changeWithdrawal(tx, w, { attempts: w.attempts + 1 })
    }
    await operators.audit(tx, {
      operatorId,
      action: 'withdrawals.retry',
      subject: w.id,
      customerId: w.customerId,
      details: { dearer: replacement !== undefined },
    })
    return outcome(replacement ? 'withdrawal_sent_again' : 'withdrawal_retried')
  }
  const answer = await db.transaction().execute((tx) => once(tx, subject, () => work(tx)))
  refreshPages(context, subject.customer)
  return answer
}

/** Returns the same payment with a higher fee; undefined if the chain doesn't need or allow that. */
async function bumped({ chains }: WithdrawalContext, coin: ChainCoin, waiting: Send): Promise<Draft | undefined> {
  const status = await chains.adapters[coin].txState(waiting.txid!, waiting.raw!)
  if (status.state !== 'pending') return undefined
  try {
    return await chains.adapters[coin].bump(waiting.draft)
  } catch (error) {
    if (error instanceof ChainRefused) return undefined
    throw error
  }
}
