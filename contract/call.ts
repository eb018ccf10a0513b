import { z } from 'zod'
import type { Permission } from './permissions.ts'
import { phrases } from './phrases.ts'

/**
 * Who may make a call. `customer` and `operator` need a live session secret in the header `secrete`; an operator also the
 * call's permission. To everybody else an operator's call does not exist: they get `unknown_call`.
 */
export type Access = 'public' | 'customer' | 'operator'

/** A file of a multipart body. A larger one is refused with `too_large` before it is read whole. */
export type FileField = { maxBytes: number; required?: true }

/** One way a call can say no: the HTTP status and the sentence for the person. `{name}` is filled from the refusal's details. */
export type Refusal = { status: number; message: string }

/**
 * One call of `/api?r=NAME`, declared once. The server binds it to a function, the web client is typed by it, and the
 * documents, the OpenAPI page and the access tests are made from it. Source: docs/spec/product.md section 7.
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
    | 'webhooks'
  method: 'GET' | 'POST'
  access: Access
  /** What an operator must be allowed to make this call; with `access: 'operator'` alone. */
  permission?: Permission
  /** What a key of the customer (`keys.make`) must allow for this call; `session`: no key may. By default `read` for GET and `session` for POST. */
  scope?: 'read' | 'trade' | 'withdraw' | 'session'
  /** Answers customers without a second factor too, where the operator demands one of every account. */
  withoutFactor?: true
  summary: string
  input: z.ZodObject
  /** Headers beside `secrete` that the call reads, in lower case. */
  headers?: z.ZodObject
  /**
   * Files of a multipart body, at most two. Such a call also takes its other fields from the query
   * (docs/spec/product.md section 7, `trnxpop`).
   */
  files?: Record<string, FileField>
  /** A `z.string()` is answered as plain text, a `binaryOutput` as what it is, everything else as JSON. */
  output: z.ZodType
  /** Stable code -> refusal, in order of precedence. Those every call has stand in `refusals.ts`. */
  refusals: Record<string, Refusal>
  /** How many requests one call counts as in the limit of requests per minute. By default 1. */
  weight?: number
  /** Takes an `Idempotency-Key`: the same key with the same body gets the first answer, with another body a refusal. */
  movesMoney?: true
  /** An operator's decision. It takes an `Idempotency-Key` as well, so that a repeated one gets the first answer and not that it was decided. */
  decides?: true
}

/** Whether a call takes an `Idempotency-Key`. */
export const takesIdempotencyKey = ({ movesMoney, decides }: Call): boolean => movesMoney === true || decides === true

/** Keeps the literal types of a declaration, so that bindings and the client are typed by it. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** What a key must allow for a call; `session` is in no key. */
export function scopeOf({ scope, method }: Call): NonNullable<Call['scope']> {
  return scope ?? (method === 'GET' ? 'read' : 'session')
}

export type InputOf<C extends Call> = z.output<C['input']>
export type HeadersOf<C extends Call> = C extends { headers: infer H extends z.ZodObject }
  ? z.output<H>
  : Record<string, never>
export type OutputOf<C extends Call> = z.input<C['output']>

/**
 * A number as calls take it: a JSON number or its text in plain decimal digits. Other spellings that a program would read, such as
 * `0x5` and `5e0`, are refused, and whatever only holds a number, such as a list.
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
/** A page of a long list, from 1. */
export const pageInput = numberInput.pipe(
  z
    .number(phrases.page_from_1)
    .int(phrases.page_from_1)
    .min(1, phrases.page_from_1)
    .max(1_000_000, phrases.page_too_high),
)

/** A body that isn't text or JSON, such as a picture or a file to save. The pieces of a long file are written while it is sent. */
export class BinaryAnswer {
  readonly contentType: string
  readonly bytes: Uint8Array | AsyncIterable<string>
  /** With a name, the browser offers to save it. Letters, digits, dots and dashes. */
  readonly fileName: string | undefined
  constructor(contentType: string, bytes: Uint8Array | AsyncIterable<string>, fileName?: string) {
    this.contentType = contentType
    this.bytes = bytes
    this.fileName = fileName
  }
}
export const binaryOutput = z.custom<BinaryAnswer>((value) => value instanceof BinaryAnswer)
