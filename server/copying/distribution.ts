import type { PlainTrade } from '../trading/public.ts'

type GroupedTrade = Pick<PlainTrade, 'symbol' | 'state' | 'stakeMinor' | 'returnedMinor' | 'acceptedAtMs'>

/** The settled trades with the same key. `resultMinor`: what they returned, less their stakes. */
export type TradeGroup<Key> = { id: Key; trades: number; won: number; lost: number; resultMinor: bigint }

const hourMs = 3_600_000

/** Groups an expert's settled trades by symbol, most trades first, and by hour of the day (UTC). */
export function distributionOf(trades: readonly GroupedTrade[]): {
  bySymbol: TradeGroup<string>[]
  byHour: TradeGroup<number>[]
} {
  const settled = trades.filter(({ state }) => state !== 'OPEN')
  return {
    bySymbol: groupsOf(settled, ({ symbol }) => symbol).toSorted((a, b) => b.trades - a.trades),
    byHour: groupsOf(settled, ({ acceptedAtMs }) => Math.floor(acceptedAtMs / hourMs) % 24).toSorted(
      (a, b) => a.id - b.id,
    ),
  }
}

function groupsOf<Key>(settled: readonly GroupedTrade[], keyOf: (trade: GroupedTrade) => Key): TradeGroup<Key>[] {
  return [...Map.groupBy(settled, keyOf)].map(([id, group]) => ({
    id,
    trades: group.length,
    won: group.filter(({ state }) => state === 'WON').length,
    lost: group.filter(({ state }) => state === 'LOST').length,
    resultMinor: group.reduce((sum, { stakeMinor, returnedMinor }) => sum + returnedMinor! - stakeMinor, 0n),
  }))
}
