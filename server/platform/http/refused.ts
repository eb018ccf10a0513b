import {
  type PhraseCode,
  type PhraseValue,
  type SentenceValues,
  writePhrase,
} from '../../../api/sentences/sentences.ts'

/** The invalid inputs, each with a phrase that describes its error. */
export type FieldFaults = Record<string, PhraseCode | PhraseValue>

/**
 * A refusal: a rule does not allow the request. `code` is declared with the call in `api/` and determines the
 * status and the sentence; `details` replace the sentence's placeholders.
 */
export class Refused extends Error {
  readonly code: string
  readonly details: SentenceValues
  readonly fields: FieldFaults | undefined
  /** Data for the client's program, sent unchanged along with the sentence. */
  readonly clientData: Record<string, unknown> | undefined
  constructor(code: string, details: SentenceValues = {}, fields?: FieldFaults, clientData?: Record<string, unknown>) {
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

/** Returns the error of each invalid field, in English and as a phrase code. */
export function fieldsOf(faults: FieldFaults) {
  const phrases = Object.entries(faults).map(
    ([name, fault]) => [name, typeof fault === 'string' ? { phrase: fault } : fault] as const,
  )
  return {
    fields: Object.fromEntries(phrases.map(([name, phrase]) => [name, writePhrase(phrase)])),
    fieldPhrases: Object.fromEntries(phrases),
  }
}
