/**
 * A refusal: a rule does not allow the request. `code` is declared with the call in `contract/` and determines the
 * status and the sentence; `details` fill the sentence's placeholders.
 */
export class Refused extends Error {
  readonly code: string
  readonly details: Record<string, unknown>
  readonly fields: Record<string, string> | undefined
  /** Data for client programs, sent unchanged along with the sentence. */
  readonly clientData: Record<string, unknown> | undefined
  constructor(
    code: string,
    details: Record<string, unknown> = {},
    fields?: Record<string, string>,
    clientData?: Record<string, unknown>,
  ) {
    super(code)
    this.code = code
    this.details = details
    this.fields = fields
    this.clientData = clientData
  }
}

/** Throws if `condition` is false. A failed invariant is always a bug, never a refusal. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}
