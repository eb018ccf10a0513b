import { expect, it } from 'vitest'
import { bigintAsText, joined, jsonList, jsonObject } from './json-pieces.ts'

async function* streamed<Value>(...values: Value[]) {
  yield* values
}
async function piecesOf(pieces: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const piece of pieces) found.push(piece)
  return found
}
const textOf = async (pieces: AsyncIterable<string>) => (await piecesOf(pieces)).join('')
const asWhole = (value: unknown) => JSON.stringify(value, bigintAsText, 2)

const rows = [{ id: 1n, note: 'two\nlines', parts: [{ at: new Date(0) }], none: [] }, null, 'text', undefined]

it.each([
  { what: 'an empty list', list: [] },
  { what: 'a list', list: rows },
])('writes the same bytes as JSON.stringify for $what', async ({ list }) => {
  expect(await textOf(jsonList(list))).toBe(asWhole(list))
  expect(await textOf(jsonList(streamed(...list)))).toBe(asWhole(list))
})

it('writes the same bytes as JSON.stringify for an object whose parts are read while it is written', async () => {
  const parts = { product: 'Tallystick', 'a "b"': { deep: rows }, left: undefined, rows, empty: [] }
  const pieces = jsonObject(
    streamed<[string, unknown]>(
      ['product', 'Tallystick'],
      ['a "b"', { deep: rows }],
      ['left', undefined],
      ['rows', streamed(...rows)],
      ['empty', streamed()],
    ),
  )
  expect(await textOf(pieces)).toBe(asWhole(parts))
  expect(await textOf(jsonObject(streamed()))).toBe('{}')
})

it('joins short strings into pieces of 64 Ki characters', async () => {
  const text = 'x'.repeat(1024)
  const pieces = await piecesOf(joined(streamed(...Array.from({ length: 65 }, () => text))))
  expect(pieces.map(({ length }) => length)).toEqual([64 * 1024, 1024])
})
