import { createHmac } from 'node:crypto'
import type { Random } from '../platform/random.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** Returns a new signing secret in the Standard Webhooks format: `whsec_` and the key in base64. */
export function newSigningSecret(random: Random): string {
  return prefix + random.bytes(secretBytes).toString('base64')
}

export type Message = { id: string; atSeconds: number; body: string }

/**
 * Returns the header `webhook-signature`: for each secret, `v1,` and the base64 of HMAC-SHA-256 over
 * `id.timestamp.body`, separated by spaces. Source: Standard Webhooks 1.0.0, "Signature scheme".
 */
export function signatureOf({ id, atSeconds, body }: Message, secrets: readonly string[]): string {
  return secrets.map((secret) => `v1,${sign(secret, `${id}.${atSeconds}.${body}`)}`).join(' ')
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(text)
    .digest('base64')
}
