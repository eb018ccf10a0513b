import { describe, expect, it } from 'vitest'
import { createKeysUnderWay, createRecentKeys } from './order-keys.ts'

describe('keys under way', () => {
  it('finds the order of a key until it is deleted', () => {
    const keys = createKeysUnderWay(64)
    const placed = Promise.resolve()
    expect(keys.find('a')).toBeUndefined()
    keys.add('a', placed)
    expect(keys.find('a')).toBe(placed)
    expect(keys.find('b')).toBeUndefined()
    keys.delete('b')
    expect(keys.find('a')).toBe(placed)
    keys.delete('a')
    expect(keys.find('a')).toBeUndefined()
  })

  it('keeps keys apart that share a place, in whatever order they leave', () => {
    const keys = createKeysUnderWay(8)
    const placed = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => ({ key, order: Promise.resolve(key) }))
    for (const { key, order } of placed) {
      expect(keys.find(key)).toBeUndefined()
      keys.add(key, order)
    }
    for (const key of ['c', 'a', 'h']) keys.delete(key)
    for (const { key, order } of placed) expect(keys.find(key)).toBe(['c', 'a', 'h'].includes(key) ? undefined : order)
  })

  it('makes a key wait for another order where its places are taken', () => {
    const keys = createKeysUnderWay(8)
    const placed = Array.from({ length: 8 }, (_, index) => Promise.resolve(index))
    placed.forEach((order, index) => keys.add(`key-${index}`, order))
    expect(placed).toContain(keys.find('one too many'))
    keys.delete('key-3')
    expect(keys.find('one too many')).toBeUndefined()
  })
})

describe('recent keys', () => {
  it('knows a key that was added, and forgets it when another takes its place', () => {
    const keys = createRecentKeys(1)
    keys.add('a')
    expect(keys.has('a')).toBe(true)
    expect(keys.has('b')).toBe(false)
    keys.add('b')
    expect(keys.has('a')).toBe(false)
  })
})
