import type { Refusal } from '../call.ts'
import { type PhraseValue, type SentenceValues, writeSentence } from './sentences.ts'

/** Refusals that any call can give, in order of precedence. A call's own refusals come after these. */
export const commonRefusals = {
  unknown_call: { status: 404, message: 'This call doesn’t exist.' },
  wrong_method: { status: 405, message: 'Use {method} for this call.' },
  too_large: { status: 413, message: 'The request is too large for this call.' },
  too_slow: { status: 408, message: 'The upload was too slow. Try again on a faster connection.' },
  unreadable_body: { status: 400, message: 'We couldn’t read the request.' },
  unsupported_type: { status: 415, message: 'Send the request as JSON, a form or multipart.' },
  too_many_requests: { status: 429, message: 'Too many requests. Wait {seconds} seconds and try again.' },
  not_signed_in: { status: 401, message: 'Sign in to continue.' },
  scope_missing: { status: 403, message: 'This API key doesn’t allow the call {call}.' },
  address_locked: { status: 403, message: 'This API key works only from the networks that its owner specified.' },
  second_factor_required: {
    status: 403,
    message:
      'This action requires a second factor, and your account doesn’t have one. Set up an authenticator app or a ' +
      'passkey on your security page.',
  },
  bad_input: { status: 400, message: '{detail}' },
  key_reused: { status: 409, message: 'This idempotency key was already used for another request.' },
  busy: { status: 503, message: 'We are very busy right now. Nothing was changed. Try again in a moment.' },
  stopping: { status: 503, message: 'The service is restarting. Nothing was changed. Try again in a moment.' },
  records_unreachable: {
    status: 503,
    message:
      'We can’t reach our database right now and don’t know whether this succeeded. Try again in a moment. An order ' +
      'with the same idempotency key is placed only once.',
  },
  records_full: {
    status: 503,
    message: 'We can’t save anything right now. Nothing was changed. Try again in a few minutes.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'We lost the connection to our database and don’t know whether this succeeded. Check before you try again. A ' +
      'request with the same Idempotency-Key is carried out only once.',
  },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was changed.' },
} as const satisfies Record<string, Refusal>

/**
 * The body of every refusal. `msg` is `code` written in English with `details`. `fields` has a sentence for each
 * invalid input, and `fieldPhrases` the codes of these sentences. Source: docs/spec/product.md section 8.
 */
export type RefusalBody = {
  type: 'warning'
  msg: string
  code: string
  fields?: Record<string, string>
  fieldPhrases?: Record<string, PhraseValue>
  details?: Record<string, unknown>
}

/** Returns the body of a refusal. Includes only those `details` for which the sentence has placeholders. */
export function refusalBody({ message }: Refusal, code: string, details: SentenceValues = {}): RefusalBody {
  const sent = Object.entries(details).filter(([name]) => message.includes(`{${name}}`))
  return {
    type: 'warning',
    msg: writeSentence(message, details),
    code,
    ...(sent.length > 0 && { details: Object.fromEntries(sent) }),
  }
}
