import { expect, it } from 'vitest'
import { lastOfEachMinute } from './equity-curve.ts'

it('keeps the last point of each minute', () => {
  const points = [0, 59_999, 60_000, 60_001, 180_000].map((at) => ({ at, equity: String(at) }))
  expect(lastOfEachMinute(points).map(({ at }) => at)).toEqual([59_999, 60_001, 180_000])
  expect(lastOfEachMinute([])).toEqual([])
})
