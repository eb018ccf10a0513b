import { expect, it } from 'vitest'
import { copierCurve } from './copier-curve.ts'

it('deducts the expert’s share only from new highs', () => {
  expect(copierCurve([100, 110, 90, 105, 120, 115], 10)).toEqual([100, 109, 89, 104, 118, 113])
})

it('equals the expert’s curve until a new high is reached', () => {
  expect(copierCurve([100, 90, 95], 20)).toEqual([100, 90, 95])
  expect(copierCurve([], 20)).toEqual([])
})
