import { createHash } from 'node:crypto'

/** A British mobile number of a test customer, different for each address, so that no two are taken for one person. */
export function testPhone(email: string): string {
  const digits = createHash('sha256').update(email).digest().readUInt32BE(0) % 1_000_000
  return `+447400${String(digits).padStart(6, '0')}`
}
