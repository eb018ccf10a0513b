import type { InputOf, OutputOf } from '../../api/call.ts'
import { outcome, type Outcome } from '../../api/sentences/outcomes.ts'
import { moneyOf } from '../../api/sentences/sentences.ts'
import { farmActions } from '../../api/states/farm-states.ts'
import type { farmEnd } from '../../api/calls/farming/farming.ts'
import type { CallRequest } from '../platform/http/http.ts'
import type { OnceRequest } from '../platform/http/actions.ts'
import { invariant, Refused } from '../platform/http/refused.ts'
import type { FarmingContext } from './context.ts'
import { endNow, liquidate, release } from './run-contract.ts'
import { isContractId } from './show-contracts.ts'
import { listRates, lockContract, readWatch, saveProgress, type YieldContract } from './store.ts'
import { payWeeks } from './run-contract.ts'
import { refreshPages } from './notify.ts'
import { reachedBy } from './watch.ts'
import type { Executor } from '../platform/database/database.ts'
import type { NewTransfer } from '../ledger/public.ts'

/**
 * `farm.end`: ends a contract at the last published price. If the price record shows that the contract was already
 * liquidated or released, but no run has processed this yet, liquidates or releases it instead. Throws `not_found` and
 * `ended`.
 */
export async function endEarly(
  context: FarmingContext,
  { id }: InputOf<typeof farmEnd>,
  { session, once }: CallRequest<typeof farmEnd> & OnceRequest,
): Promise<OutputOf<typeof farmEnd>> {
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, { id }, async () => {
      const contract = isContractId(id) ? await lockContract(tx, session, id) : undefined
      if (!contract) throw new Refused('not_found')
      if (!farmActions.can('endEarly', contract.state)) throw new Refused('ended')
      const transfers = await end(context, tx, contract)
      await saveProgress(tx, contract)
      await context.ledger.post(transfers, { tx })
      return outcomeOf(contract)
    }),
  )
  refreshPages(context, [session])
  return answer
}

async function end(context: FarmingContext, tx: Executor, contract: YieldContract): Promise<NewTransfer[]> {
  const nowMs = context.clock.nowMs()
  const rates = await listRates(tx, contract.planId)
  const tick = await context.markets.lastTickAt(`${contract.coin}USD`, nowMs)
  invariant(tick, `${contract.coin} must have a price`)
  const reached = await reachedBy(context, contract, await readWatch(tx, contract.coin), tick.atMs)
  if (reached) return liquidate(tx, contract, rates, reached)
  if (contract.endsAtMs <= nowMs)
    return [...(await payWeeks(tx, contract, rates, contract.endsAtMs)), ...(await release(context, contract))]
  return endNow(tx, contract, rates, tick, nowMs)
}

function outcomeOf({ state, asset, returnedMinor, feeMinor }: YieldContract): Outcome {
  const returned = moneyOf(returnedMinor ?? 0n, asset)
  if (state === 'liquidated') return outcome('contract_liquidated_already', { returned })
  if (state === 'released') return outcome('contract_released_already', { returned })
  return outcome('contract_ended', { returned, fee: moneyOf(feeMinor, asset) })
}
