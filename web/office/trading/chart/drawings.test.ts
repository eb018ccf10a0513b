import { expect, test } from 'vitest'
import { knownDrawings, storableDrawings } from './drawings.ts'

test('drawings are stored without the chart’s own fields', () => {
  const line = {
    name: 'segment',
    points: [{ timestamp: 1, value: 2, dataIndex: 7 }, { value: 4 }],
    colour: 'red',
    locked: false,
    text: '',
  } as const
  expect(storableDrawings([{ ...line, points: [...line.points] }])).toEqual([
    { name: 'segment', points: [{ timestamp: 1, value: 2 }, { value: 4 }], colour: 'red' },
  ])
})

test('only the newest drawings are stored, with cut texts', () => {
  const notes = Array.from({ length: 60 }, (_, index) => ({ name: 'note', points: [], text: `${index} `.repeat(80) }))
  const stored = storableDrawings(notes)
  expect(stored).toHaveLength(50)
  expect(stored[0]!.text).toBe('10 '.repeat(40))
})

test('a long brush stroke keeps evenly spaced points with both ends', () => {
  const points = Array.from({ length: 1000 }, (_, index) => ({ timestamp: index, value: 1 }))
  const [stroke] = storableDrawings([{ name: 'brush', points }])
  expect(stroke!.points).toHaveLength(120)
  expect([stroke!.points[0]!.timestamp, stroke!.points.at(-1)!.timestamp]).toEqual([0, 999])
})

test('drawings with unknown tools are ignored', () => {
  expect(knownDrawings(undefined)).toEqual([])
  expect(
    knownDrawings([
      { name: 'script', points: [] },
      { name: 'brush', points: [] },
    ]),
  ).toEqual([{ name: 'brush', points: [] }])
})
