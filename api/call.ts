import { z } from 'zod'
import type { Permission } from './permissions.ts'
import { phrases } from './sentences/phrases.ts'

/**
 * Who may make a call. `customer` and `operator` require the secret of an active session in the `secrete` header, and
 * an operator also needs the call's permission. Anyone else gets `unknown_call` for an operator's call.
 */
type Access = 'public' | 'customer' | 'operator'

/**
 * A file in a multipart body. A file of more than `maxBytes` is refused with `too_large` before it has been read
 * completely.
 */
export type FileField = { maxBytes: number; required?: true }

/**
 * A refusal: its HTTP status and its message for the user. `{name}` is replaced by the value in the refusal's details.
 */
export type Refusal = { status: number; message: string }

/**
 * A call to `/api?r=NAME`. The server binds it to a function; the web client's types, the documents, the OpenAPI page
 * and the access tests are derived from it. Source: docs/spec/product.md section 7.
 */
export type Call = {
  name: string
  module:
    | 'identity'
    | 'markets'
    | 'trading'
    | 'ledger'
    | 'operators'
    | 'payments'
    | 'limits'
    | 'affiliates'
    | 'mining'
    | 'farming'
    | 'copying'
    | 'proofs'
    | 'transparency'
    | 'webhooks'
    | 'alerts'
  method: 'GET' | 'POST'
  access: Access
  /** Permission that an operator needs; only with `access: 'operator'`. */
  permission?: Permission
  /**
   * Scope that a customer's API key (`keys.make`) needs; `session` means that API keys can't make the call. Defaults to
   * `read` for GET and `session` for POST.
   */
  scope?: 'read' | 'trade' | 'withdraw' | 'session'
  /** Available to customers without a second factor even if the operator requires one. */
  withoutFactor?: true
  summary: string
  input: z.ZodObject
  /** Headers that the call reads in addition to `secrete`, in lower case. */
  headers?: z.ZodObject
  /**
   * Files in a multipart body, at most two. Such a call also reads its other fields from the query
   * (docs/spec/product.md section 7, `trnxpop`).
   */
  files?: Record<string, FileField>
  /** A `z.string()` is sent as plain text, a `binaryOutput` with its own content type, everything else as JSON. */
  output: z.ZodType
  /** Stable code -> refusal. Refusals that every call shares are in `refusals.ts`. */
  refusals: Record<string, Refusal>
  /** How much the call counts towards the limit on requests per minute. Defaults to 1. */
  weight?: number
  /**
   * Accepts an `Idempotency-Key`: a repeat with the same body returns the first response; with a different body it is
   * refused.
   */
  movesMoney?: true
  /**
   * An operator's decision. It accepts an `Idempotency-Key`, so a repeat returns the first response instead of "already
   * decided".
   */
  decides?: true
}

/** Returns whether a call accepts an `Idempotency-Key`. */
export const takesIdempotencyKey = ({ movesMoney, decides }: Call): boolean => movesMoney === true || decides === true

/** Preserves the literal types of a declaration, from which bindings and the client derive theirs. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** Returns the scope that an API key needs for a call. No key has the scope `session`. */
export function scopeOf({ scope, method }: Call): NonNullable<Call['scope']> {
  return scope ?? (method === 'GET' ? 'read' : 'session')
}

export type InputOf<C extends Call> = z.output<C['input']>
export type HeadersOf<C extends Call> = C extends { headers: infer H extends z.ZodObject }
  ? z.output<H>
  : Record<string, never>
export type OutputOf<C extends Call> = z.input<C['output']>

/**
 * A number in a request: a JSON number or plain decimal digits as text. Refuses other spellings that JavaScript would
 * convert (`0x5`, `5e0`) and values that only contain a number, such as a list.
 */
export const numberInput = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,16}(?:\.\d{1,9})?$/, phrases.enter_number),
    ],
    phrases.enter_number,
  )
  .transform(Number)
  .pipe(z.number(phrases.enter_number))
/** Page number in a long list, starting at 1. */
export const pageInput = numberInput.pipe(
  z
    .number(phrases.page_from_1)
    .int(phrases.page_from_1)
    .min(1, phrases.page_from_1)
    .max(1_000_000, phrases.page_too_high),
)

/**
 * A response body that isn't text or JSON, such as a picture or a download. Chunks of a long file are produced while it
 * is sent.
 */
export class BinaryAnswer {
  readonly contentType: string
  readonly bytes: Uint8Array | AsyncIterable<string>
  /** If set, the browser offers to save the file. It consists of letters, digits, dots and dashes. */
  readonly fileName: string | undefined
  constructor(contentType: string, bytes: Uint8Array | AsyncIterable<string>, fileName?: string) {
    this.contentType = contentType
    this.bytes = bytes
    this.fileName = fileName
  }
}
export const binaryOutput = z.custom<BinaryAnswer>((value) => value instanceof BinaryAnswer)
