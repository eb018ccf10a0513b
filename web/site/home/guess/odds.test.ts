import { describe, expect, it } from 'vitest'
import { chanceOfWinsBps, winsToBeAhead } from './odds.ts'

describe('winsToBeAhead', () => {
  it.each([
    [20, 8500, 11],
    [20, 9000, 11],
    [20, 5000, 14],
    [1, 8500, 1],
    // 10 wins of 20 only break even at a payout of 100%.
    [20, 10_000, 11],
    // 20 wins of 25 only break even at a payout of a quarter.
    [25, 2_500, 21],
  ])('of %i guesses at a payout of %i basis points is %i', (count, payoutBps, wins) => {
    expect(winsToBeAhead(count, payoutBps)).toBe(wins)
    expect(wins * payoutBps).toBeGreaterThan((count - wins) * 10_000)
    expect((wins - 1) * payoutBps).toBeLessThanOrEqual((count - wins + 1) * 10_000)
  })
})

describe('chanceOfWinsBps', () => {
  it.each([
    [1, 1, 5_000],
    [2, 1, 7_500],
    [20, 0, 10_000],
    [20, 21, 0],
    // 431,910 of 1,048,576 ways.
    [20, 11, 4_119],
    [20, 20, 0],
    [3, 3, 1_250],
  ])('of %i guesses, for at least %i wins, is %i basis points', (count, wins, bps) =>
    expect(chanceOfWinsBps(count, wins)).toBe(bps),
  )

  it('agrees with an enumeration of all outcomes', () => {
    const count = 12
    for (let wins = 0; wins <= count; wins++) {
      let ways = 0
      for (let outcome = 0; outcome < 1 << count; outcome++)
        if (outcome.toString(2).replaceAll('0', '').length >= wins) ways += 1
      expect(chanceOfWinsBps(count, wins)).toBe(Math.round((ways * 10_000) / (1 << count)))
    }
  })
})
