import { describe, expect, it } from 'vitest'
import { readAll } from './read-all.ts'

/** Returns rows newest first, below `last`, as a store does. */
const listOf = (rows: number[]) => async (limit: number, last: number | undefined) =>
  rows
    .toSorted((a, b) => b - a)
    .filter((row) => last === undefined || row < last)
    .slice(0, limit)

describe('reading a whole list', () => {
  it('continues until a page is not full', async () => {
    for (const count of [0, 1, 2, 3, 4, 5]) {
      const rows = Array.from({ length: count }, (_, row) => row)
      expect(await readAll(listOf(rows), 2)).toEqual(rows.toReversed())
    }
  })
  it('neither repeats nor misses rows while others are added', async () => {
    const rows = [1, 2, 3, 4, 5]
    const read = listOf(rows)
    const found = await readAll(async (limit, last: number | undefined) => {
      const page = await read(limit, last)
      rows.push(rows.length + 1)
      return listOf(page)(limit, undefined)
    }, 2)
    expect(found).toEqual([5, 4, 3, 2, 1])
  })
})
