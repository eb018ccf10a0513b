import { z } from 'zod'
import { outcomeOutput } from './outcomes.ts'
import { defineCall, type Call } from './call.ts'

/** How operators get in, and what each does about their own access. */

const signedIn = outcomeOutput.extend({ secrete: z.string(), device: z.string() })
const text = (longest: number) => z.string().trim().max(longest).default('')
const password = z.string().max(200).default('')
const totp = z.string().trim().max(10).default('')
const id = z.string().max(60).default('')
const webAuthnJson = z.record(z.string(), z.unknown())
const origin = z.object({ origin: z.string().max(300).default('') })

const lockedOut = { status: 429, message: 'Too many attempts. Wait {seconds} seconds and try again.' }
const unavailable = {
  status: 409,
  message: 'Passkeys need a domain name. Open this page at its own domain or at localhost.',
}
const refused = { status: 403, message: 'The passkey was not accepted. Try again.' }
/** The present password and a code that has not been used yet. */
const proof = { pwd: password, totp }
const proofRefusals = {
  fields_missing: { status: 400, message: 'Fill all Form Fields' },
  locked_out: lockedOut,
  wrong_proof: {
    status: 403,
    message: 'Incorrect password or code. A code works once; wait for the next one.',
  },
} as const

const open = { module: 'operators', access: 'public' } as const
const operator = { module: 'operators', access: 'operator' } as const

const loginOptions = defineCall({
  ...open,
  name: 'operators.login.options',
  method: 'POST',
  summary: 'Options for signing an operator in with a passkey. They name nobody.',
  input: z.object({}),
  headers: origin,
  output: webAuthnJson,
  refusals: { passkeys_unavailable: unavailable },
})

const loginPasskey = defineCall({
  ...open,
  name: 'operators.login.passkey',
  method: 'POST',
  summary: 'Signs an operator in with a passkey, which is both factors in one. Failed tries of others never block it.',
  input: z.object({ response: webAuthnJson }),
  headers: origin,
  output: signedIn,
  refusals: { passkeys_unavailable: unavailable, passkey_refused: refused },
})

const access = defineCall({
  ...operator,
  name: 'operators.access',
  method: 'GET',
  summary: 'The passkeys and the live sessions of the signed-in operator, the session that asks first.',
  input: z.object({}),
  output: z.object({
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), created: z.string(), lastUsed: z.string().nullable() }),
    ),
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        browser: z.string(),
        network: z.string(),
        created: z.string(),
        lastSeen: z.string(),
        expires: z.string(),
      }),
    ),
  }),
  refusals: {},
})

const changePassword = defineCall({
  ...operator,
  name: 'operators.password',
  method: 'POST',
  summary:
    'Changes the password of the signed-in operator and ends every other session. `opwd` is the present one; needs a code too.',
  input: z.object({ opwd: password, pwd: password, cpwd: password, totp }),
  output: outcomeOutput,
  refusals: {
    fields_missing: proofRefusals.fields_missing,
    passwords_differ: { status: 400, message: 'Passwords do not match' },
    weak_password: { status: 400, message: '{detail}' },
    locked_out: lockedOut,
    wrong_proof: proofRefusals.wrong_proof,
  },
})

const endSessions = defineCall({
  ...operator,
  name: 'operators.sessions.end',
  method: 'POST',
  summary:
    'Ends one session of the signed-in operator, or without an id every other one. Needs the password and a code.',
  input: z.object({ id, ...proof }),
  output: outcomeOutput.extend({ ended: z.number().int() }),
  refusals: { ...proofRefusals, not_found: { status: 404, message: 'This {thing} doesn’t exist.' } },
})

const passkeyBegin = defineCall({
  ...operator,
  name: 'operators.passkey.begin',
  method: 'POST',
  summary:
    'Options for making a passkey for the signed-in operator, good for five minutes. Needs the password and a code.',
  input: z.object(proof),
  headers: origin,
  output: webAuthnJson,
  refusals: {
    passkeys_unavailable: unavailable,
    too_many_passkeys: { status: 409, message: 'An account has at most 20 passkeys. Remove one first.' },
    ...proofRefusals,
  },
})

const passkeyAdd = defineCall({
  ...operator,
  name: 'operators.passkey.add',
  method: 'POST',
  summary: 'Stores a passkey that was made with the options of `operators.passkey.begin`.',
  input: z.object({ name: text(60), response: webAuthnJson }),
  headers: origin,
  output: outcomeOutput,
  refusals: {
    passkeys_unavailable: unavailable,
    bad_name: { status: 400, message: 'Enter a name of 1 to 60 characters.' },
    passkey_refused: refused,
  },
})

const passkeyRemove = defineCall({
  ...operator,
  name: 'operators.passkey.remove',
  method: 'POST',
  summary: 'Removes a passkey of the signed-in operator. Needs the password and a code.',
  input: z.object({ id, ...proof }),
  output: outcomeOutput,
  refusals: { ...proofRefusals, not_found: { status: 404, message: 'This {thing} doesn’t exist.' } },
})

/** Ways in to the desk, and each operator's own password, passkeys and sessions. */
export const operatorAccessCalls = {
  'operators.login.options': loginOptions,
  'operators.login.passkey': loginPasskey,
  'operators.access': access,
  'operators.password': changePassword,
  'operators.sessions.end': endSessions,
  'operators.passkey.begin': passkeyBegin,
  'operators.passkey.add': passkeyAdd,
  'operators.passkey.remove': passkeyRemove,
} as const satisfies Record<string, Call>
