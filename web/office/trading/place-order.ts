import { t } from '@lingui/core/macro'

/** Pauses before an order is sent again because its answer was lost, in milliseconds. Short: a trade is meant for now. */
export const resendPausesMs = [300, 900, 2000]

/** The answer never came: whether the order was taken is not known. */
export class OrderUnanswered extends Error {
  override name = 'OrderUnanswered'
  constructor(cause: unknown) {
    super(
      t`The answer to your order was lost. If it was taken, it stands in your trade history; if it is not there, nothing was taken.`,
      { cause },
    )
  }
}

type Wiring<Answer> = {
  /** Sends the order once, under the same idempotency key each time. */
  send: () => Promise<Answer>
  /** The failure leaves open whether the server acted. */
  isUnanswered: (error: unknown) => boolean
  wait: (ms: number) => Promise<void>
  /** Told before each further sending, from 1. */
  onResend: (attempt: number) => void
}

/**
 * Sends an order and, while the answer is lost, sends the same order again: with the same idempotency key it is taken once
 * at most. Throws the server's refusal, or `OrderUnanswered` when every answer was lost.
 */
export async function placeOrder<Answer>({ send, isUnanswered, wait, onResend }: Wiring<Answer>): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!isUnanswered(error)) throw error
      const pauseMs = resendPausesMs[attempt]
      if (pauseMs === undefined) throw new OrderUnanswered(error)
      onResend(attempt + 1)
      await wait(pauseMs)
    }
  }
}

/** A fresh idempotency key. Not `randomUUID`, which browsers withhold from pages that are served without TLS. */
export function newOrderKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
