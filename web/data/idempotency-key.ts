/**
 * Returns a random key for a call that moves money. Not `randomUUID`, which browsers withhold from pages that are
 * served without TLS.
 */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
