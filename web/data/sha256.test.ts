import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('agrees with Node for every length from zero to three blocks', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length * 11) % 256)
    expect(sha256(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})
