import { assets, formatAmount } from '../../contract/money.ts'
import type { farmEnd } from '../../contract/farming.ts'
import type { Handler } from '../platform/http.ts'
import { once } from '../platform/idempotency.ts'
import { invariant, Refused } from '../platform/refused.ts'
import type { FarmingContext } from './context.ts'
import { endNow, liquidate, release } from './run-contract.ts'
import { isContractId } from './show-contracts.ts'
import { listRates, lockContract, readWatch, saveProgress, type Contract } from './store.ts'
import { payWeeks } from './run-contract.ts'
import { refreshPages } from './notify.ts'
import { reachedBy } from './watch.ts'
import type { Executor } from '../platform/database.ts'
import type { NewTransfer } from '../ledger/public.ts'

/**
 * `farm.end`: ends a contract at the last published price. If the price record already liquidates or releases the
 * contract and no run has processed that yet, does that instead. Throws `not_found`, `ended`.
 */
export function createEndEarly(context: FarmingContext): Handler<typeof farmEnd> {
  return async ({ id }, { session, idempotencyKey }) => {
    const answer = await context.db.transaction().execute((tx) =>
      once(tx, { ...session, call: 'farm.end', key: idempotencyKey }, { id }, context.clock.nowMs(), async () => {
        const contract = isContractId(id) ? await lockContract(tx, session, id) : undefined
        if (!contract) throw new Refused('not_found')
        if (contract.state !== 'running') throw new Refused('ended')
        const transfers = await end(context, tx, contract)
        await saveProgress(tx, contract)
        await context.ledger.post(transfers, { tx })
        return { type: 'success' as const, msg: wordsOf(contract) }
      }),
    )
    refreshPages(context, [session])
    return answer
  }
}

async function end(context: FarmingContext, tx: Executor, contract: Contract): Promise<NewTransfer[]> {
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

function wordsOf({ state, asset, returnedMinor, feeMinor }: Contract): string {
  const words = (minor: bigint) => `${assets[asset].symbol}${formatAmount(minor, asset)}`
  const back = `${words(returnedMinor ?? 0n)} is back in your trading account.`
  if (state === 'liquidated') return `The contract had already been liquidated. ${back}`
  if (state === 'released') return `The contract had already reached its end. ${back}`
  return `The contract has ended. ${back} The fee was ${words(feeMinor)}.`
}
