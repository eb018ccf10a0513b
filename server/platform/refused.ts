/**
 * A refusal: the person asked for something that a rule does not allow. `code` is declared with the call in `contract/`
 * and carries the status and the sentence; `details` fill the sentence's placeholders.
 */
export class Refused extends Error {
  readonly code: string
  readonly details: Record<string, unknown>
  readonly fields: Record<string, string> | undefined
  /** What the client's program is told beside the sentence, as it is. */
  readonly told: Record<string, unknown> | undefined
  constructor(
    code: string,
    details: Record<string, unknown> = {},
    fields?: Record<string, string>,
    told?: Record<string, unknown>,
  ) {
    super(code)
    this.code = code
    this.details = details
    this.fields = fields
    this.told = told
  }
}

/** For programmer errors: never a refusal, always a bug. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}
