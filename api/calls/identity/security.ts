import { freezeOutput } from './freeze.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { accountFrozen, factorRefusals, lockedOut, proofInput, proofRefusals } from './account-proof.ts'
import { defineCall, pageInput } from '../../call.ts'
import { factorDemands } from './factor-demand.ts'
import { close, exportAll, exportLedger, exportList } from './own-data.ts'

export { accountFrozen, factorInput, factorRefusals, lockedOut } from './account-proof.ts'
import { phrases } from '../../sentences/phrases.ts'

const text = (longest: number) => z.string().trim().max(longest).default('')
const notFound = (thing: string) => ({ status: 404, message: `This ${thing} doesn’t exist.` })
const badName = { status: 400, message: 'Enter a name of 1 to 60 characters.' }
const id = z.string().max(60).default('')

/**
 * WebAuthn's JSON: options for the browser, and the browser's responses. Source: W3C WebAuthn level 3, sections 5.1.8
 * to 5.1.10.
 */
const webAuthnJson = z.record(z.string(), z.unknown())
const origin = z.object({ origin: z.string().max(300).default('') })
const passkeyRefusals = {
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys need a domain name. Open this page at its own domain or at localhost.',
  },
  passkey_refused: { status: 403, message: 'The passkey was not accepted. Try again.' },
} as const

export const security = defineCall({
  name: 'security',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  scope: 'session',
  summary:
    'Returns how the account is protected: second factor, passkeys, remaining recovery codes, and whether it is ' +
    'frozen.',
  input: z.object({}),
  output: z.object({
    totp: z.object({ since: z.string() }).nullable(),
    recoveryCodesLeft: z.number().int(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
        backedUp: z.boolean(),
      }),
    ),
    frozen: freezeOutput.nullable(),
  }),
  refusals: {},
})

export const securityRules = defineCall({
  name: 'security.rules',
  module: 'identity',
  method: 'GET',
  access: 'public',
  summary:
    'Returns whether accounts need a second factor: `optional`, `before_money_leaves` or `always`. Operators choose ' +
    'this.',
  input: z.object({}),
  output: z.object({ secondFactor: z.enum(factorDemands) }),
  refusals: {},
})

export const totpBegin = defineCall({
  name: 'totp.begin',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Starts setting up an authenticator app. Returns the secret as text, as an otpauth URL and as a picture. Takes ' +
    'effect with `totp.confirm`.',
  input: z.object(proofInput),
  output: outcomeOutput.extend({ secret: z.string(), uri: z.string(), qr: z.string() }),
  refusals: {
    account_frozen: accountFrozen,
    totp_already_set: { status: 409, message: 'You already have an authenticator app. Remove it first.' },
    ...proofRefusals,
  },
})

export const totpConfirm = defineCall({
  name: 'totp.confirm',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Activates an authenticator app with its first code. If this is the account’s first second factor, also ' +
    'returns ten recovery codes, which are shown once.',
  input: z.object({ totp: text(20) }),
  output: outcomeOutput.extend({ recovery: z.array(z.string()) }),
  refusals: {
    account_frozen: accountFrozen,
    totp_not_begun: { status: 409, message: 'You didn’t finish setup in time. Start again.' },
    locked_out: lockedOut,
    second_factor_wrong: factorRefusals.second_factor_wrong,
  },
})

export const totpRemove = defineCall({
  name: 'totp.remove',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Removes the authenticator app. Requires the password and a second factor.',
  input: z.object(proofInput),
  output: outcomeOutput,
  refusals: { totp_not_set: { status: 409, message: 'No authenticator app is set up.' }, ...proofRefusals },
})

export const recoveryRenew = defineCall({
  name: 'recovery.renew',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Replaces the recovery codes with ten new ones, shown once.',
  input: z.object(proofInput),
  output: outcomeOutput.extend({ recovery: z.array(z.string()) }),
  refusals: {
    account_frozen: accountFrozen,
    no_second_factor: { status: 409, message: 'Recovery codes need a second factor. Set one up first.' },
    ...proofRefusals,
  },
})

export const factorOptions = defineCall({
  name: 'factor.options',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Returns the options for using a passkey as the second factor of another call.',
  input: z.object({}),
  headers: origin,
  output: webAuthnJson,
  refusals: { passkeys_unavailable: passkeyRefusals.passkeys_unavailable },
})

export const passkeyBegin = defineCall({
  name: 'passkey.begin',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Returns the options for creating a passkey for this account, valid for five minutes.',
  input: z.object(proofInput),
  headers: origin,
  output: webAuthnJson,
  refusals: {
    account_frozen: accountFrozen,
    passkeys_unavailable: passkeyRefusals.passkeys_unavailable,
    too_many_passkeys: { status: 409, message: 'An account can have at most 20 passkeys. Remove one first.' },
    ...proofRefusals,
  },
})

export const passkeyAdd = defineCall({
  name: 'passkey.add',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Stores a passkey created with the options from `passkey.begin`. If this is the account’s first second factor, ' +
    'also returns ten recovery codes, which are shown once.',
  input: z.object({ name: text(60), response: webAuthnJson }),
  headers: origin,
  output: outcomeOutput.extend({ id: z.string(), recovery: z.array(z.string()) }),
  refusals: { account_frozen: accountFrozen, ...passkeyRefusals, bad_name: badName },
})

export const passkeyRename = defineCall({
  name: 'passkey.rename',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Renames a passkey.',
  input: z.object({ id, name: text(60) }),
  output: outcomeOutput,
  refusals: { bad_name: badName, passkey_not_found: notFound('passkey') },
})

export const passkeyRemove = defineCall({
  name: 'passkey.remove',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Removes a passkey. Requires the password and a second factor.',
  input: z.object({ id, ...proofInput }),
  output: outcomeOutput,
  refusals: { passkey_not_found: notFound('passkey'), ...proofRefusals },
})

export const loginOptions = defineCall({
  name: 'login.options',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary: 'Returns the options for signing in with a passkey. They name no account.',
  input: z.object({}),
  headers: origin,
  output: webAuthnJson,
  refusals: { passkeys_unavailable: passkeyRefusals.passkeys_unavailable },
})

export const loginPasskey = defineCall({
  name: 'login.passkey',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary: 'Signs in with a passkey, which replaces both factors. Works even while passwords are locked out.',
  input: z.object({ response: webAuthnJson }),
  headers: origin,
  output: outcomeOutput.extend({ secrete: z.string(), device: z.string() }),
  refusals: { ...passkeyRefusals, locked_out: lockedOut },
})

export const sessions = defineCall({
  name: 'sessions',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  scope: 'session',
  summary: 'Lists the active sessions of this account, the current one first.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      current: z.boolean(),
      browser: z.string(),
      network: z.string(),
      method: z.string(),
      createdAt: z.string(),
      lastSeenAt: z.string(),
      expiresAt: z.string(),
    }),
  ),
  refusals: {},
})

export const sessionsRevoke = defineCall({
  name: 'sessions.revoke',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Ends one session, or all others if no ID is given, along with the sessions handed over from it. Calls and ' +
    'open sockets that use their secrets stop within a second. Requires the password and, if one is set up, a ' +
    'second factor.',
  input: z.object({ id, ...proofInput }),
  output: outcomeOutput.extend({ ended: z.number().int() }),
  refusals: { session_not_found: notFound('session'), ...proofRefusals },
})

export const signins = defineCall({
  name: 'signins',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  scope: 'session',
  summary: 'Lists sign-ins from the last 180 days, including refused ones, newest first, 20 per page.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      network: z.string(),
      browser: z.string(),
      method: z.string(),
      outcome: z.string(),
    }),
  ),
  refusals: {},
})

export const freeze = defineCall({
  name: 'freeze',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Freezes the account immediately, which blocks orders and withdrawals until it is unfrozen. Open trades settle ' +
    'as usual.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: { already_frozen: { status: 409, message: 'The account is already frozen.' } },
})

export const unfreeze = defineCall({
  name: 'unfreeze',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Unfreezes an account that its customer froze. Requires the password and, if one is set up, a second factor.',
  input: z.object(proofInput),
  output: outcomeOutput,
  refusals: {
    not_frozen: { status: 409, message: 'The account is not frozen.' },
    frozen_by_operator: { status: 403, message: 'An operator froze the account. Write to us to have it unfrozen.' },
    ...proofRefusals,
  },
})

export const keyScopes = ['read', 'trade', 'withdraw'] as const

export const keys = defineCall({
  name: 'keys',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  scope: 'session',
  summary: 'Lists active API keys, newest first.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      masked: z.string(),
      scopes: z.array(z.enum(keyScopes)),
      networks: z.array(z.string()),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
    }),
  ),
  refusals: {},
})

export const keysMake = defineCall({
  name: 'keys.make',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary:
    'Creates an API key that programs send in the `secrete` header. It is shown once. Every key can read; `trade` ' +
    'and `withdraw` are granted by name. `networks` restricts it to IP addresses such as 192.0.2.7 or ' +
    '192.0.2.0/24.',
  input: z.object({
    name: text(60),
    scopes: z.array(z.enum(keyScopes, phrases.choose_scope)).max(3).default(['read']),
    networks: z.array(z.string().trim().max(60)).max(20, phrases.too_many_networks).default([]),
    ...proofInput,
  }),
  output: outcomeOutput.extend({ id: z.string(), key: z.string() }),
  refusals: {
    account_frozen: accountFrozen,
    bad_name: badName,
    bad_network: {
      status: 400,
      message: '{network} isn’t a valid IP address or network. Enter one such as 192.0.2.7 or 192.0.2.0/24.',
    },
    too_many_keys: { status: 409, message: 'An account can have at most 20 API keys. Revoke one first.' },
    ...proofRefusals,
  },
})

export const keysRevoke = defineCall({
  name: 'keys.revoke',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Revokes an API key. Programs that use it are refused within a second.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { key_not_found: notFound('key') },
})

/** Second factors, passkeys, sessions, freezing, API keys, exports and closing the account. */
export const securityCalls = {
  security,
  'security.rules': securityRules,
  'totp.begin': totpBegin,
  'totp.confirm': totpConfirm,
  'totp.remove': totpRemove,
  'recovery.renew': recoveryRenew,
  'factor.options': factorOptions,
  'passkey.begin': passkeyBegin,
  'passkey.add': passkeyAdd,
  'passkey.rename': passkeyRename,
  'passkey.remove': passkeyRemove,
  'login.options': loginOptions,
  'login.passkey': loginPasskey,
  sessions,
  'sessions.revoke': sessionsRevoke,
  signins,
  freeze,
  unfreeze,
  keys,
  'keys.make': keysMake,
  'keys.revoke': keysRevoke,
  export: exportAll,
  'export.ledger': exportLedger,
  'export.list': exportList,
  close,
}
