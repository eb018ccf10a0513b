import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

type Turn = { items: number[]; answer(): void; fail(error: Error): void }

/** Returns a batcher whose batches the test resolves. */
function openBatcher(options = { maxInFlight: 1, maxBatch: 3, maxWaiting: 4 }) {
  const turns: Turn[] = []
  const batcher = createBatcher<number, number>(
    (items) =>
      new Promise((resolve, reject) =>
        turns.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject }),
      ),
    options,
  )
  const nextTurn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
  return { batcher, turns, nextTurn }
}

it('batches items that arrive together, and commits items that arrive during a batch after that batch', async () => {
  const { batcher, turns, nextTurn } = openBatcher()
  const first = [batcher.add(1), batcher.add(2)]
  await nextTurn()
  const second = [3, 4, 5, 6].map((item) => batcher.add(item))
  await nextTurn()
  expect(turns.map(({ items }) => items)).toEqual([[1, 2]])
  turns[0]!.answer()
  expect(await Promise.all(first)).toEqual([10, 20])
  await nextTurn()
  turns[1]!.answer()
  await nextTurn()
  turns[2]!.answer()
  expect(await Promise.all(second)).toEqual([30, 40, 50, 60])
  expect(turns.map(({ items }) => items)).toEqual([[1, 2], [3, 4, 5], [6]])
  await batcher.drain()
})

it('refuses items with busy when full, and accepts items again when there is room', async () => {
  const { batcher, turns, nextTurn } = openBatcher()
  const taken = [1, 2, 3, 4].map((item) => batcher.add(item))
  await expect(batcher.add(5)).rejects.toMatchObject({ code: 'busy' })
  await nextTurn()
  expect(batcher.waiting()).toBe(1)
  const late = batcher.add(6)
  turns[0]!.answer()
  await nextTurn()
  turns[1]!.answer()
  expect(await Promise.all([...taken, late])).toEqual([10, 20, 30, 40, 60])
})

it('fails only the items of a failed batch, and drains once the other items are committed', async () => {
  const { batcher, turns, nextTurn } = openBatcher()
  const failed = batcher.add(1)
  failed.catch(() => {})
  await nextTurn()
  const kept = batcher.add(2)
  let drained = false
  const draining = batcher.drain().then(() => (drained = true))
  turns[0]!.fail(new Error('gone'))
  await expect(failed).rejects.toThrow('gone')
  await nextTurn()
  expect(drained).toBe(false)
  turns[1]!.answer()
  expect(await kept).toBe(20)
  await draining
})
