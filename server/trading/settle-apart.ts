import { failureOf } from './failures.ts'

/** More bad rows in one go mean that the rows are not what is wrong. */
const mostBadRows = 50

/**
 * Settles trades of which at least one cannot be settled: halves them until the bad ones are alone. Those go to `setAside`; the others are
 * settled. Throws if too many are bad, or if something other than a row is wrong.
 */
export async function settleApart<Trade extends { id: string }, Settled>(
  trades: readonly Trade[],
  settle: (ids: string[]) => Promise<Settled[]>,
  setAside: (trade: Trade, error: unknown) => Promise<void>,
): Promise<Settled[]> {
  let bad = 0
  const part = async (some: readonly Trade[]): Promise<Settled[]> => {
    if (some.length === 0) return []
    try {
      return await settle(some.map(({ id }) => id))
    } catch (error) {
      // Who is locked waits for the next turn.
      if (failureOf(error) === 'locked') return []
      if (failureOf(error) !== 'row') throw error
      if (some.length === 1) {
        if (++bad > mostBadRows) throw error
        await setAside(some[0]!, error)
        return []
      }
    }
    const middle = Math.ceil(some.length / 2)
    return [...(await part(some.slice(0, middle))), ...(await part(some.slice(middle)))]
  }
  return part(trades)
}
