import { describe, expect, it } from 'vitest'
import { createKeysInProgress, createRecentKeys, markOfKey } from './order-keys.ts'

describe('keys in progress', () => {
  it('contain a key until it is deleted', () => {
    const keys = createKeysInProgress(8)
    expect(keys.has(1)).toBe(false)
    keys.add(1)
    expect(keys.has(1)).toBe(true)
    expect(keys.has(2)).toBe(false)
    keys.delete(2)
    expect(keys.has(1)).toBe(true)
    keys.delete(1)
    expect(keys.has(1)).toBe(false)
  })

  it('signal a change when the key, or another key in its slot, is deleted', async () => {
    const keys = createKeysInProgress(8)
    keys.add(1)
    expect(keys.has(9)).toBe(true)
    const changes = [keys.change(1), keys.change(9)]
    keys.delete(1)
    await Promise.all(changes)
    expect(keys.has(9)).toBe(false)
  })
})

it('recent keys contain an added key until another key takes its slot', () => {
  const keys = createRecentKeys(8)
  keys.add(1)
  expect(keys.has(1)).toBe(true)
  expect(keys.has(9)).toBe(false)
  keys.add(9)
  expect(keys.has(1)).toBe(false)
})

it('a mark depends on the customer and the key', () => {
  const marks = [markOfKey('a', 'key-1'), markOfKey('a', 'key-2'), markOfKey('b', 'key-1')]
  expect(new Set(marks).size).toBe(3)
  expect(marks.every((mark) => Number.isInteger(mark) && mark >= 0 && mark < 2 ** 32)).toBe(true)
  expect(markOfKey('a', 'key-1')).toBe(marks[0])
})
