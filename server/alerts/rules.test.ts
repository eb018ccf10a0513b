import { expect, it } from 'vitest'
import { firingTick, parseAlertPrice, reachesAny, sideOf } from './rules.ts'

it.each([
  ['1.0845', 108450],
  ['1', 100000],
  ['0.00001', 1],
  ['0', undefined],
  ['1.084501', undefined],
  ['-1', undefined],
  ['1e5', undefined],
  ['999999999999999.99999', undefined],
])('parses the price %s to %s steps of 10^-5', (text, steps) => expect(parseAlertPrice(text, 5)).toBe(steps))

it('decides the side by the current price', () => {
  expect([sideOf(110, 100), sideOf(90, 100), sideOf(100, 100)]).toEqual(['above', 'below', undefined])
})

it('fires at the first tick after the alert that reaches its price', () => {
  const ticks = [105, 99, 101, 104, 90].map((price, index) => ({ seq: index + 1, price }))
  expect(firingTick({ side: 'above', price: 104, afterSeq: 1 }, ticks)).toEqual({ seq: 4, price: 104 })
  expect(firingTick({ side: 'below', price: 95, afterSeq: 0 }, ticks)).toEqual({ seq: 5, price: 90 })
  expect(firingTick({ side: 'above', price: 106, afterSeq: 0 }, ticks)).toBeUndefined()
})

it('compares a price with the nearest alerts', () => {
  expect(reachesAny({ above: 104, below: null }, 104)).toBe(true)
  expect(reachesAny({ above: 104, below: 95 }, 100)).toBe(false)
  expect(reachesAny({ above: null, below: 95 }, 94)).toBe(true)
})
