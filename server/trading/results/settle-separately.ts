import { failureOf } from './failures.ts'

/** If more rows than this fail in one run, the rows aren't the cause. */
const maxBadRows = 50

/**
 * Settles trades of which at least one can't be settled. Halves them until the bad ones are isolated. Calls `setAside`
 * for each bad trade and settles the rest. Throws if too many are bad, or if the cause isn't a row.
 */
export async function settleSeparately<Trade extends { id: string }, Settled>(
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
      // Locked rows wait for the next run.
      if (failureOf(error) === 'locked') return []
      if (failureOf(error) !== 'row') throw error
      if (some.length === 1) {
        if (++bad > maxBadRows) throw error
        await setAside(some[0]!, error)
        return []
      }
    }
    const middle = Math.ceil(some.length / 2)
    return [...(await part(some.slice(0, middle))), ...(await part(some.slice(middle)))]
  }
  return part(trades)
}
