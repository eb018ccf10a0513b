import { expect, test } from 'vitest'
import { placeLabels, shownLabels } from './trade-labels.ts'

const step = 20

test('labels that don’t overlap keep their places', () =>
  expect(placeLabels([200, 60, 120], 50, 300, step)).toEqual([200, 60, 120]))

test('labels at one strike are centred on it', () =>
  expect(placeLabels([100, 100, 100], 0, 300, step)).toEqual([80, 100, 120]))

test('overlapping labels move apart in both directions, in the order of their strikes', () => {
  expect(placeLabels([110, 100], 0, 300, step)).toEqual([115, 95])
  expect(placeLabels([100, 118, 125, 250], 0, 300, step)).toEqual([94.333, 114.333, 134.333, 250].map(near))
})

test('labels stay between the edges', () => {
  expect(placeLabels([0, 0], 50, 300, step)).toEqual([50, 70])
  expect(placeLabels([299, 300, 300], 50, 300, step)).toEqual([260, 280, 300])
})

test.each([3, 8, 20])('none of %i labels in random places overlap', (count) => {
  const wanted = Array.from({ length: count }, (_, index) => 50 + ((index * 7919) % 500))
  const placed = placeLabels(wanted, 50, 550, step).toSorted((a, b) => a - b)
  for (const [index, y] of placed.slice(1).entries()) expect(y - placed[index]!).toBeGreaterThanOrEqual(step - 0.001)
  expect(placed[0]).toBeGreaterThanOrEqual(50)
  expect(placed.at(-1)).toBeLessThanOrEqual(550)
})

test('labels that don’t fit give one place to the number of the others', () => {
  expect(shownLabels(6, 50, 500)).toBe(6)
  expect(shownLabels(8, 50, 500)).toBe(5)
  expect(shownLabels(8, 50, 100)).toBe(2)
  expect(shownLabels(1, 50, 40)).toBe(1)
})

const near = (value: number) => expect.closeTo(value, 2)
