import { describe, expect, it } from 'vitest'
import { secretKeyOf, type Keys } from '../../platform/secrets/keys.ts'
import { systemRandom } from '../../platform/random.ts'
import { keyedHash } from '../../platform/secrets/sealing.ts'
import { createPersonalData } from './personal-data.ts'

const secretKey = Buffer.alloc(32, 7)
const keysOf = (fill: number): Keys => ({
  ring: [secretKeyOf(Buffer.alloc(32, fill))],
  lookupRoot: Buffer.alloc(32, fill),
})
const personal = createPersonalData(keysOf(7), systemRandom)
const sealed = personal.seal('Ada Lovelace', 'customer-1', 'name')

describe('sealed values', () => {
  it('can be opened for the customer and the field that they were sealed for', () => {
    expect(personal.open(sealed, 'customer-1', 'name')).toBe('Ada Lovelace')
    expect(sealed.includes('Ada')).toBe(false)
  })
  it('differ each time, even for the same text', () => {
    expect(personal.seal('Ada Lovelace', 'customer-1', 'name').equals(sealed)).toBe(false)
  })
  it('can’t be opened after being moved, altered or truncated, or with another key', () => {
    const altered = Buffer.from(sealed)
    altered[20]! ^= 1
    const another = createPersonalData(keysOf(8), systemRandom)
    for (const open of [
      () => personal.open(sealed, 'customer-2', 'name'),
      () => personal.open(sealed, 'customer-1', 'email'),
      () => personal.open(altered, 'customer-1', 'name'),
      () => personal.open(sealed.subarray(0, -1), 'customer-1', 'name'),
      () => personal.open(Buffer.alloc(0), 'customer-1', 'name'),
      () => another.open(sealed, 'customer-1', 'name'),
    ])
      expect(open).toThrow()
  })
})

describe('keyed hashes', () => {
  it('depend on the key, the parts and the boundaries between the parts', () => {
    const hashes = [
      keyedHash(secretKey, 'ab', 'c'),
      keyedHash(secretKey, 'a', 'bc'),
      keyedHash(secretKey, 'abc'),
      keyedHash(Buffer.alloc(32), 'ab', 'c'),
    ]
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4)
    expect(keyedHash(secretKey, 'ab', 'c').equals(hashes[0]!)).toBe(true)
  })
  it('of an address are the same in every process with the same key', () => {
    expect(createPersonalData(keysOf(7), systemRandom).addressHash('a@example.org')).toEqual(
      personal.addressHash('a@example.org'),
    )
    expect(createPersonalData(keysOf(8), systemRandom).addressHash('a@example.org')).not.toEqual(
      personal.addressHash('a@example.org'),
    )
  })
})
