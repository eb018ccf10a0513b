import { t } from '@lingui/core/macro'

/**
 * Pauses in milliseconds before an order is sent again because its response was lost. Short, because trades are urgent.
 */
export const resendPausesMs = [300, 900, 2000]

/** Thrown if no response arrived, so it is unknown whether the server accepted the order. */
export class OrderUnanswered extends Error {
  override name = 'OrderUnanswered'
  constructor(cause: unknown) {
    super(
      t`The response to your order was lost. Check your trade history: if the order isn’t there, it wasn’t accepted.`,
      { cause },
    )
  }
}

type Wiring<Answer> = {
  /** Sends the order with the same idempotency key on every attempt, so it counts once. */
  send: () => Promise<Answer>
  /** Returns true if, after the failure, it is unknown whether the server accepted the order. */
  isUnanswered: (error: unknown) => boolean
  wait: (ms: number) => Promise<void>
  /** Called before each retry, with its number from 1. */
  onResend: (attempt: number) => void
}

/**
 * Sends an order, and sends it again if the response is lost. All attempts share an idempotency key, so the server
 * accepts the order at most once. Throws the server's refusal, or `OrderUnanswered` if every response was lost.
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
