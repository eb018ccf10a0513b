import { expect, test } from 'vitest'
import { placeOfRefused, refusedMarks } from './refused-marks.ts'

const refused = { id: '7', at: 5_000, bid: '1.0', ask: '1.2', price: '1.1', reason: 'jump', source: 'a.csv:3' } as const

test('a refused price is marked at its time and price', () => {
  expect(refusedMarks([refused])).toEqual([{ id: '7', atMs: 5_000, price: 1.1 }])
})

test('an invalid price has a mark without a price', () => {
  expect(
    refusedMarks([
      { ...refused, price: null },
      { ...refused, id: '8', price: 'NaN' },
    ]).map(({ price }) => price),
  ).toEqual([null, null])
})

test('only the newest hundred refused prices are marked', () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ ...refused, id: String(index) }))
  expect(refusedMarks(rows).map(({ id }) => id)).toEqual(rows.slice(0, 100).map(({ id }) => id))
})

test.each([
  ['in view is drawn at its price', 40, 40],
  ['above the view is drawn at the upper edge', -300, 6],
  ['below the view is drawn at the lower edge', 900, 94],
  ['that isn’t a number is drawn at the lower edge', null, 94],
])('a refused price %s', (_where, y, shown) => expect(placeOfRefused(y, 100)).toBe(shown))
