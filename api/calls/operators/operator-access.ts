import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, type Call } from '../../call.ts'

/** Operators' sign-in and their own credentials. */

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
/** The current password and an unused code. */
const proof = { pwd: password, totp }
const proofRefusals = {
  fields_missing: { status: 400, message: 'Fill all Form Fields' },
  locked_out: lockedOut,
  wrong_proof: {
    status: 403,
    message: 'Incorrect password or code. Each code works only once. Wait for the next one.',
  },
} as const

const open = { module: 'operators', access: 'public' } as const
const operator = { module: 'operators', access: 'operator' } as const

const loginOptions = defineCall({
  ...open,
  name: 'operators.login.options',
  method: 'POST',
  summary: 'Returns the options for an operator’s passkey sign-in. They name no operator.',
  input: z.object({}),
  headers: origin,
  output: webAuthnJson,
  refusals: { passkeys_unavailable: unavailable },
})

const loginPasskey = defineCall({
  ...open,
  name: 'operators.login.passkey',
  method: 'POST',
  summary:
    'Signs an operator in with a passkey, which replaces both factors. Failed attempts by others never block it.',
  input: z.object({ response: webAuthnJson }),
  headers: origin,
  output: signedIn,
  refusals: { passkeys_unavailable: unavailable, passkey_refused: refused },
})

const access = defineCall({
  ...operator,
  name: 'operators.access',
  method: 'GET',
  summary: 'Lists the passkeys and active sessions of the signed-in operator, the current session first.',
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
    'Changes the signed-in operator’s password and ends all other sessions. `opwd` is the current password; a code ' +
    'is required too.',
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
    'Ends one session of the signed-in operator, or all other sessions if no ID is given. Requires the password and ' +
    'a code.',
  input: z.object({ id, ...proof }),
  output: outcomeOutput.extend({ ended: z.number().int() }),
  refusals: { ...proofRefusals, not_found: { status: 404, message: 'This {thing} doesn’t exist.' } },
})

const passkeyBegin = defineCall({
  ...operator,
  name: 'operators.passkey.begin',
  method: 'POST',
  summary:
    'Returns the options for creating a passkey for the signed-in operator, valid for five minutes. Requires the ' +
    'password and a code.',
  input: z.object(proof),
  headers: origin,
  output: webAuthnJson,
  refusals: {
    passkeys_unavailable: unavailable,
    too_many_passkeys: { status: 409, message: 'An account can have at most 20 passkeys. Remove one first.' },
    ...proofRefusals,
  },
})

const passkeyAdd = defineCall({
  ...operator,
  name: 'operators.passkey.add',
  method: 'POST',
  summary: 'Stores a passkey created with the options from `operators.passkey.begin`.',
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
  summary: 'Removes a passkey of the signed-in operator. Requires the password and a code.',
  input: z.object({ id, ...proof }),
  output: outcomeOutput,
  refusals: { ...proofRefusals, not_found: { status: 404, message: 'This {thing} doesn’t exist.' } },
})

/** Operators' sign-in, and each operator's own password, passkeys and sessions. */
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
