import { expect, test } from 'vitest'
import { sampleTrade } from '../ticket/test-sample-trade.ts'
import { sessionFigures } from './session-figures.ts'

const nowMs = 1_715_162_400_000
const minute = 60_000
const at = (minutesAgo: number, fields: Parameters<typeof sampleTrade>[0] = {}) =>
  sampleTrade({ id: `t${minutesAgo}`, acceptedAt: nowMs - minutesAgo * minute, ...fields })
const lost = { status: 'LOST', returned: '0.00' } as const

test('counts the settled trades since the last break of half an hour', () => {
  const trades = [at(90), at(55, lost), at(30), at(2), at(1, { status: 'OPEN', returned: null })]
  expect(sessionFigures(trades, nowMs)).toEqual({
    count: 3,
    won: 2,
    decided: 3,
    netMinor: 7_00n,
    expectedMinor: -2_25n,
    breakEvenBps: 5405,
    streak: { result: 'WON', length: 2 },
  })
})

test('leaves void trades out, and ties out of the win rate and the streak', () => {
  const trades = [
    at(4, lost),
    at(3, { status: 'TIE', returned: '10.00' }),
    at(2, { status: 'VOID', returned: '10.00' }),
    at(1, lost),
  ]
  expect(sessionFigures(trades, nowMs)).toMatchObject({
    count: 3,
    won: 0,
    decided: 2,
    netMinor: -20_00n,
    streak: { result: 'LOST', length: 2 },
  })
})

test('weights the break-even rate by stake', () => {
  const trades = [at(2, { amount: '30.00', payoutBps: 10_000 }), at(1, { payoutBps: 8_000 })]
  expect(sessionFigures(trades, nowMs).breakEvenBps).toBe(5138)
})

test('is empty before the first trade and after a break', () => {
  const empty = { count: 0, netMinor: 0n, breakEvenBps: null, streak: null }
  expect(sessionFigures([], nowMs)).toMatchObject(empty)
  expect(sessionFigures([at(31)], nowMs)).toMatchObject(empty)
})
