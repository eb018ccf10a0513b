import { describe, expect, it } from 'vitest'
import { createKeysUnderWay, createRecentKeys } from './order-keys.ts'

describe('keys under way', () => {
  it('has a key until it is deleted', () => {
    const keys = createKeysUnderWay(1 << 16)
    expect(keys.has('a')).toBe(false)
    keys.add('a')
    expect(keys.has('a')).toBe(true)
    expect(keys.has('b')).toBe(false)
    keys.delete('b')
    expect(keys.has('a')).toBe(true)
    keys.delete('a')
    expect(keys.has('a')).toBe(false)
  })

  it('says when a key, or another at its place, is deleted', async () => {
    const keys = createKeysUnderWay(1)
    keys.add('a')
    expect(keys.has('b')).toBe(true)
    const changes = [keys.change('a'), keys.change('b')]
    keys.delete('a')
    await Promise.all(changes)
    expect(keys.has('b')).toBe(false)
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
