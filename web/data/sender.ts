import type { PopupMessage } from '../ui/dialogs/popup.tsx'
import { errorText } from './call.ts'
import { newIdempotencyKey } from './idempotency-key.ts'

export type SendOptions = {
  /** Title of the popups that show the outcome. */
  title: string
  /** Runs after each attempt. After a success, the sender stays busy until it ends; after an error, it doesn't. */
  refetch?: (() => Promise<unknown>) | undefined
  /** Returns the text for an error, or null to show nothing. */
  textOf?: (error: unknown) => string | null
  /** Called before an error is shown in a popup. Return true to show no popup. */
  onFailure?: (error: unknown) => boolean | void
  /** Set if a success leads to another page. The sender then stays busy. */
  leaves?: boolean
}

type Attempt = SendOptions & {
  popup: (message: PopupMessage) => Promise<void>
  /** The input of the call, if it uses the idempotency key. */
  input?: unknown
}

/** Returns the sentence for the user, which most responses have. */
const sentenceOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? (answer as { msg?: string }).msg : undefined

/**
 * Returns a function that makes one call at a time and shows its outcome in a popup. It resolves with the response. If
 * the call fails, it resolves with undefined when the user has closed the popup. `make` gets an idempotency key that
 * stays the same until the call succeeds or `input` changes, so a retry after a lost response doesn't move money twice.
 */
export function createSender(onBusy: (busy: boolean) => void) {
  let sending = false
  let open: { input: string; key: string } | undefined
  return async function send<Answer>(
    make: (idempotencyKey: string) => Promise<Answer>,
    { title, popup, input, refetch, textOf = errorText, onFailure, leaves = false }: Attempt,
  ): Promise<Answer | undefined> {
    if (sending) return undefined
    sending = true
    onBusy(true)
    const given = JSON.stringify(input) ?? ''
    if (open?.input !== given) open = { input: given, key: newIdempotencyKey() }
    let shown: Promise<void> | undefined
    let done = false
    try {
      const answer = await make(open.key)
      open = undefined
      done = true
      const msg = sentenceOf(answer)
      if (msg !== undefined) void popup({ title, msg, type: 'success' })
      return answer
    } catch (error) {
      const msg = onFailure?.(error) ? null : textOf(error)
      if (msg !== null) shown = popup({ title, msg, type: 'warning' })
      return undefined
    } finally {
      // After a refusal, unlocks the page before the refetch: a dialog that is still busy would ignore Escape.
      if (done) await refetch?.()
      sending = done && leaves
      onBusy(sending)
      if (!done) await refetch?.()
      await shown
    }
  }
}
