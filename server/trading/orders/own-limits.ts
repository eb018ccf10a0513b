import { moneyOf } from '../../../api/sentences/sentences.ts'
import type { CashAsset } from '../../../api/money.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { readResultsAt, type Owner } from '../store.ts'
import type { LossLimit, OrderRules } from './order-rules.ts'

/** A customer's strictest loss limit, and the lowest total result that it allows if all open trades are lost. */
export type LossFloor = LossLimit & { minResultMinor: bigint }

/** Returns the refusal of an order that the customer's own rules forbid; undefined if the database must decide. */
export function ownRefusal(
  { refusal, maxStakeMinor }: OrderRules,
  stakeMinor: bigint,
  asset: CashAsset,
): Refused | undefined {
  if (refusal) return refusal
  if (maxStakeMinor !== undefined && stakeMinor > maxStakeMinor)
    return new Refused('own_stake_limit', { max: moneyOf(maxStakeMinor, asset) })
  return undefined
}

/**
 * The result at the start of a period is cached once the period is this old, because by then no earlier settlement can
 * still be running.
 */
const settledWithinMs = 60_000

const resultsRemembered = 100_000

/** An account and its loss limits. */
export type LossQuestion = { owner: Owner; limits: readonly LossLimit[] }

/**
 * Creates a function that returns the accounts' loss floors, in order; undefined for an account without limits. Results
 * at the start of a period are cached in memory; missing ones are read in one query.
 */
export function createLossFloors({ db }: Pick<TradingContext, 'db'>) {
  const known = new Map<string, { fromMs: number; resultMinor: bigint }>()

  function remember(key: string, fromMs: number, resultMinor: bigint): void {
    known.delete(key)
    if (known.size >= resultsRemembered) known.delete(known.keys().next().value!)
    known.set(key, { fromMs, resultMinor })
  }

  return async function lossFloors(
    questions: readonly LossQuestion[],
    nowMs: number,
  ): Promise<(LossFloor | undefined)[]> {
    const requested = questions.flatMap(({ owner, limits }, index) =>
      limits.map((limit) => {
        const key = `${owner.customerId} ${limit.period}`
        const cached = known.get(key)
        return {
          index,
          owner,
          limit,
          fromMs: limit.fromMs,
          key,
          resultMinor: cached?.fromMs === limit.fromMs ? cached.resultMinor : undefined,
        }
      }),
    )
    const missing = requested.filter(({ resultMinor }) => resultMinor === undefined)
    const read = missing.length > 0 ? await readResultsAt(db, missing) : []
    const floors: (LossFloor | undefined)[] = questions.map(() => undefined)
    let next = 0
    for (const { index, limit, fromMs, key, resultMinor: cached } of requested) {
      const resultMinor = cached ?? read[next++]!
      if (cached === undefined && nowMs >= fromMs + settledWithinMs) remember(key, fromMs, resultMinor)
      const minResultMinor = resultMinor - limit.limitMinor
      const strictest = floors[index]
      if (!strictest || minResultMinor > strictest.minResultMinor) floors[index] = { ...limit, minResultMinor }
    }
    return floors
  }
}
