import { expect, test } from 'vitest'
import { readDrawings, storeDrawings } from './drawings.ts'

function memory(text: string | null = null) {
  let held = text
  return { getItem: () => held, setItem: (_key: string, value: string) => void (held = value) }
}

test('drawings are stored by symbol', () => {
  const storage = memory()
  const line = {
    name: 'segment',
    points: [
      { timestamp: 1, value: 2, dataIndex: 7 },
      { timestamp: 3, value: 4 },
    ],
  }
  storeDrawings('EURUSD', [line], storage)
  expect(readDrawings('EURUSD', storage)).toEqual([
    {
      name: 'segment',
      points: [
        { timestamp: 1, value: 2 },
        { timestamp: 3, value: 4 },
      ],
    },
  ])
  expect(readDrawings('AAPL', storage)).toEqual([])
})

test('unreadable and unknown drawings are ignored', () => {
  expect(readDrawings('EURUSD', memory('nonsense'))).toEqual([])
  expect(readDrawings('EURUSD', memory('{"EURUSD":[{"name":"script","points":[]},{"name":"brush"}]}'))).toEqual([])
})
