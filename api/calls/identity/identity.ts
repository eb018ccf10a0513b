import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { detailsCalls } from './details.ts'
import { languageHeader } from '../../language-header.ts'
import { languageCodes } from '../../languages.ts'
import { amountOutput, coinAssets } from '../../money.ts'
import { accountFrozen, factorInput, factorRefusals } from './security.ts'
import { verificationStates } from '../../states/verification-states.ts'
import { phrases } from '../../sentences/phrases.ts'

const signedIn = outcomeOutput.extend({ secrete: z.string() })
/** Send `device` in the header of the same name, so that failed attempts by others don't lock this device out. */
const signedInHere = signedIn.extend({ device: z.string() })
/** Secrets of earlier sign-ins on this device, comma-separated. */
const deviceHeader = { device: z.string().max(600).default('') }

// A missing field counts as empty, so that it is refused with 'Fill all Form Fields' as well.
const text = (longest: number) => z.string().trim().max(longest).default('')
const email = text(254)
const name = text(120)
const password = z.string().max(200).default('')
const vcode = text(10)

/** A ticked checkbox. Forms send it as text. */
const yes = z
  .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
  .default(false)

const fillAllFields = { status: 400, message: 'Fill all Form Fields' }
const wrongCode = { status: 400, message: 'Incorrect code. Check the latest email, or request a new code.' }
const spentCode = { status: 400, message: 'The code has expired. Request a new code.' }
const lockedOut = { status: 429, message: 'Too many attempts. Wait {seconds} seconds and try again.' }
const weakPassword = { status: 400, message: '{detail}' }
const badEmail = { status: 400, message: 'Enter a complete email address, such as ada@example.org.' }
const badName = { status: 400, message: 'Enter a name of 1 to 60 letters.' }
/**
 * Refusals if a second factor is set up. In the first refusal, `details.methods` lists the account's factors. Signing
 * in with `login.passkey` needs no other factor.
 */
const signInFactors = {
  second_factor_needed: { ...factorRefusals.second_factor_needed, status: 401 },
  second_factor_wrong: { ...factorRefusals.second_factor_wrong, status: 401 },
}
/** A code from the authenticator app, or a recovery code. */
const totp = text(40)
const mismatch = { status: 400, message: 'Passwords do not match' }

/**
 * Sign-up, step 2: emails a five-digit code. The response is the text `success-TOKEN`; send the token in the `code`
 * header.
 */
export const regcode = defineCall({
  name: 'regcode',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary: 'Emails a five-digit registration code and returns `success-TOKEN`.',
  input: z.object({ email, name }),
  headers: z.object(languageHeader),
  output: z.string(),
  refusals: { fields_missing: fillAllFields, bad_name: badName, bad_email: badEmail, locked_out: lockedOut },
})

/** What a new account starts with. */
export const registerTerms = defineCall({
  name: 'register.terms',
  module: 'identity',
  method: 'GET',
  access: 'public',
  summary: 'Returns the practice money that a new account receives.',
  input: z.object({ cur: z.enum(['USD', 'EUR', 'GBP']).default('USD') }),
  output: z.object({ grant: z.object({ amount: amountOutput, cur: z.string() }) }),
  refusals: {},
})

/** Sign-up, step 3: creates the customer, pays the practice grant and signs in. */
export const register = defineCall({
  name: 'register',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary: 'Creates a customer with a confirmed email address, pays the practice grant and signs in.',
  input: z.object({
    email,
    name,
    pwd: password,
    cpwd: password,
    /** A name from `/countries.json`, or its two-letter code. */
    country: text(80),
    /** The country's dial code, with or without the plus. */
    code: text(8),
    phone: text(32),
    /** USD, EUR or GBP, or its symbol. */
    cur: text(4),
    vcode,
    /** Referral code of the person who invited the customer; an unknown code is ignored. */
    ref: text(16),
    /** The customer confirms that they are 18 or older. */
    adult: yes,
    /** The customer accepts the terms and has read the privacy policy, in the current versions. */
    accept: yes,
  }),
  headers: z.object({ code: z.string().max(200).default(''), ...languageHeader }),
  output: signedInHere,
  refusals: {
    fields_missing: fillAllFields,
    bad_name: badName,
    bad_email: badEmail,
    passwords_differ: mismatch,
    weak_password: weakPassword,
    bad_country: { status: 400, message: 'Choose a country from the list.' },
    bad_phone: { status: 400, message: 'Enter a valid phone number for the selected country.' },
    bad_currency: { status: 400, message: 'Choose US dollars, euros or pounds.' },
    not_adult: { status: 400, message: 'Confirm that you are 18 or older.' },
    terms_not_accepted: { status: 400, message: 'Accept the terms to open an account.' },
    code_expired: spentCode,
    locked_out: lockedOut,
    code_wrong: wrongCode,
  },
})

export const login = defineCall({
  name: 'login',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Signs in with email and password and returns a session secret. If a second factor is set up, the call is ' +
    'refused with `second_factor_needed`; repeat it with `totp`.',
  input: z.object({ email, pwd: password, totp }),
  headers: z.object(deviceHeader),
  output: signedInHere,
  refusals: {
    fields_missing: fillAllFields,
    locked_out: lockedOut,
    wrong_credentials: { status: 401, message: 'Incorrect email or password.' },
    ...signInFactors,
  },
})

export const resetcode = defineCall({
  name: 'resetcode',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Emails a five-digit reset code and returns `success-TOKEN`. The response is the same for an unknown address.',
  input: z.object({ email }),
  headers: z.object({ ...languageHeader, ...deviceHeader }),
  output: z.string(),
  refusals: {
    email_missing: { status: 400, message: 'Enter your email address.' },
    bad_email: badEmail,
    locked_out: lockedOut,
  },
})

export const reset = defineCall({
  name: 'reset',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Sets a new password with an emailed code, ends all sessions and signs in. If a second factor is set up, it is ' +
    'required as in `login`; the emailed code stays valid in the meantime.',
  input: z.object({ email, pwd: password, cpwd: password, vcode, totp }),
  headers: z.object({ resetcode: z.string().max(200).default(''), ...deviceHeader }),
  output: signedInHere,
  refusals: {
    fields_missing: fillAllFields,
    passwords_differ: mismatch,
    weak_password: weakPassword,
    code_expired: spentCode,
    locked_out: lockedOut,
    code_wrong: wrongCode,
    ...signInFactors,
  },
})

export const user = defineCall({
  name: 'user',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  summary: 'Returns the signed-in customer. Fields: docs/spec/product.md section 3.',
  input: z.object({}),
  output: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    /** Language of the customer's emails. */
    language: z.enum(languageCodes),
    /** Currency symbol, as specified; `currency` is its ISO code. */
    cur: z.string(),
    currency: z.enum(['USD', 'EUR', 'GBP']),
    balance: amountOutput,
    bonus: amountOutput,
    mbalance: z.record(z.enum(coinAssets), amountOutput),
    traders: z.string(),
    cstring: z.string(),
    robot: z.string(),
    /** 1 once an operator has verified the customer, otherwise 0; see `verification` for details. */
    is_verified: z.number().int(),
    verification: z.enum(verificationStates),
    /** Path of the photo, relative to the site; empty if there is none. */
    profilepic: z.string(),
    /** The customer's practice grant, as a ledger transfer. */
    grant: z.object({ amount: amountOutput, at: z.string(), transfer: z.string() }).nullable(),
  }),
  refusals: {},
})

export const terms = defineCall({
  name: 'terms',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Returns the version of the terms in force and the newest one that the customer accepted. A version is the day ' +
    'on which the document changed.',
  input: z.object({}),
  output: z.object({ current: z.string(), accepted: z.string().nullable(), acceptedAt: z.string().nullable() }),
  refusals: {},
})

export const termsAccept = defineCall({
  name: 'terms.accept',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Accepts a version of the terms, which must be the one in force.',
  input: z.object({ version: text(20) }),
  output: outcomeOutput,
  refusals: {
    terms_changed: { status: 409, message: 'The terms changed on {version}. Read them again before you accept.' },
  },
})

export const mailsLanguage = defineCall({
  name: 'mails.language',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Sets the language of the customer’s emails. By default, it is the `accept-language` at registration.',
  input: z.object({ language: z.enum(languageCodes, phrases.choose_language) }),
  output: outcomeOutput,
  refusals: {},
})

export const updatepass = defineCall({
  name: 'updatepass',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Changes the password, ends all other sessions, revokes the API keys and returns a new secret. `opwd` is the ' +
    'current password. Requires a second factor if one is set up.',
  input: z.object({ opwd: password, pwd: password, cpwd: password, ...factorInput }),
  output: signedIn,
  refusals: {
    fields_missing: fillAllFields,
    passwords_differ: mismatch,
    weak_password: weakPassword,
    locked_out: lockedOut,
    password_needed: { status: 403, message: 'Enter your current password as well.' },
    wrong_password: { status: 403, message: 'Incorrect current password.' },
    ...factorRefusals,
  },
})

export const signout = defineCall({
  name: 'signout',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Ends this session. Calls and open sockets that use its secret stop within a second.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {},
})

export const passwordCheck = defineCall({
  name: 'password.check',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Checks a password against the sign-up rules and refuses it if it breaks one. Stores nothing and reads no ' +
    'account.',
  input: z.object({ email, name, pwd: password }),
  output: outcomeOutput,
  refusals: { fields_missing: fillAllFields, weak_password: weakPassword },
})

/**
 * Creates a one-time code that is valid for one minute. The page `/office/dashboard#s=CODE` on another device asks for
 * confirmation, then exchanges the code.
 */
export const handover = defineCall({
  name: 'handover',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary: 'Creates a one-time handover code, valid for one minute, for opening the office on another device.',
  input: z.object({}),
  /** Both devices show `number`, so that the person can confirm that they opened the right link. */
  output: outcomeOutput.extend({ code: z.string(), number: z.string(), expiresAt: z.number() }),
  refusals: { account_frozen: accountFrozen, locked_out: lockedOut },
})

export const handoverLook = defineCall({
  name: 'handover.look',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Returns whose account a handover code opens, with a masked email address, and whether it is the account of ' +
    'the current session. Doesn’t use up the code.',
  input: z.object({ s: text(200) }),
  output: z.object({ email: z.string(), number: z.string(), same: z.boolean() }),
  refusals: { locked_out: lockedOut, code_expired: spentCode },
})

export const handoverTake = defineCall({
  name: 'handover.take',
  module: 'identity',
  method: 'POST',
  access: 'public',
  summary:
    'Exchanges a handover code for a session secret, once. The session ends with the one that created the code. An ' +
    'active session in the `secrete` header also ends, but only with `replace`; without it, the call is refused.',
  input: z.object({
    s: text(200),
    replace: z
      .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
      .default(false),
  }),
  output: signedIn,
  refusals: {
    session_present: {
      status: 409,
      message:
        'You are already signed in on this device. Sign out first, or confirm that the other account replaces this ' +
        'session.',
    },
    locked_out: lockedOut,
    code_expired: spentCode,
  },
})

export const identityCalls = {
  'register.terms': registerTerms,
  regcode,
  'password.check': passwordCheck,
  register,
  login,
  resetcode,
  reset,
  user,
  terms,
  'terms.accept': termsAccept,
  'mails.language': mailsLanguage,
  ...detailsCalls,
  updatepass,
  signout,
  handover,
  'handover.look': handoverLook,
  'handover.take': handoverTake,
}
