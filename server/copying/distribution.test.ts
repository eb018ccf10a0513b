import { expect, it } from 'vitest'
import { distributionOf } from './distribution.ts'

const midnight = Date.UTC(2026, 0, 5)
const trade = (symbol: string, hour: number, state: 'WON' | 'LOST' | 'TIE' | 'OPEN', returnedMinor: bigint | null) => ({
  symbol,
  state,
  stakeMinor: 10_00n,
  returnedMinor,
  acceptedAtMs: midnight + hour * 3_600_000 + 1,
})

it('groups settled trades by symbol and by hour, and adds up what they returned less their stakes', () => {
  const trades = [
    trade('EURUSD', 30, 'WON', 18_50n),
    trade('BTCUSD', 6, 'LOST', 0n),
    trade('BTCUSD', 5, 'TIE', 10_00n),
    trade('BTCUSD', 23, 'WON', 19_00n),
    trade('BTCUSD', 23, 'OPEN', null),
  ]
  expect(distributionOf(trades)).toEqual({
    bySymbol: [
      { id: 'BTCUSD', trades: 3, won: 1, lost: 1, resultMinor: -1_00n },
      { id: 'EURUSD', trades: 1, won: 1, lost: 0, resultMinor: 8_50n },
    ],
    byHour: [
      { id: 5, trades: 1, won: 0, lost: 0, resultMinor: 0n },
      { id: 6, trades: 2, won: 1, lost: 1, resultMinor: -1_50n },
      { id: 23, trades: 1, won: 1, lost: 0, resultMinor: 9_00n },
    ],
  })
})

it('returns no groups without settled trades', () => {
  expect(distributionOf([trade('EURUSD', 1, 'OPEN', null)])).toEqual({ bySymbol: [], byHour: [] })
})
