import type { InputOf } from '../../contract/call.ts'
import type { miningParametersSet } from '../../contract/mining.ts'
import { parseAmount } from '../../contract/money.ts'
import type { OperatorSession } from '../platform/http.ts'
import { Refused } from '../platform/refused.ts'
import type { MiningContext } from './context.ts'
import { insertParameters, listParameters } from './store.ts'

/** `mining.parameters.set`: from now on, never for what has passed. Throws `bad_difficulty`. */
export async function setParameters(context: MiningContext, input: InputOf<typeof miningParametersSet>, { operatorId }: OperatorSession) {
  const { coin, difficulty, subsidy, height, source, observedOn } = input
  const [whole = '0', decimals = ''] = difficulty.split('.')
  const difficultyE8 = BigInt(whole + decimals.padEnd(8, '0'))
  if (difficultyE8 === 0n) throw new Refused('bad_difficulty')
  await context.db.transaction().execute(async (tx) => {
    const newest = (await listParameters(tx, coin))[0]
    // Two changes in one millisecond stand in their order.
    const fromMs = Math.max(context.clock.nowMs(), (newest?.fromMs ?? -1) + 1)
    await insertParameters(tx, { coin, fromMs, difficultyE8, subsidyMinor: parseAmount(subsidy, coin)!, height, source, observedOn }, operatorId)
    await context.operators.audit(tx, { operatorId, action: 'mining.parameters.set', subject: coin, details: { difficulty, subsidy, height, observedOn } })
  })
  return { type: 'success' as const, msg: `${coin} is mined at difficulty ${difficulty} from now on.` }
}
