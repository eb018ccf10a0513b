import { createHash } from 'node:crypto'

/**
 * Returns a British mobile number that differs for each email address, so that no two test customers count as one
 * person.
 */
export function testPhone(email: string): string {
  const digits = createHash('sha256').update(email).digest().readUInt32BE(0) % 1_000_000
  return `+447400${String(digits).padStart(6, '0')}`
}
