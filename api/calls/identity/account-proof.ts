import { z } from 'zod'

const text = (longest: number) => z.string().trim().max(longest).default('')
const password = z.string().max(200).default('')

/**
 * A second factor: a code from the authenticator app, a recovery code, or, as JSON text, a passkey's response to the
 * options that `factor.options` returned. One is enough.
 */
export const factorInput = { totp: text(20), recovery: text(40), passkey: text(20_000) }
export const accountFrozen = {
  status: 403,
  message: 'Your account is frozen. Your security page shows why and how to have it unfrozen.',
}
export const lockedOut = { status: 429, message: 'Too many attempts. Wait {seconds} seconds and try again.' }
/** Refusals of calls that require a second factor. At sign-in, the status is 401. */
export const factorRefusals = {
  second_factor_needed: { status: 403, message: 'Enter your second factor as well.' },
  second_factor_wrong: {
    status: 403,
    message: 'Incorrect second factor. Each code works only once. Wait for the next one.',
  },
} as const
/**
 * The current password and, if one is set up, the second factor. Required for changes to the account's security
 * settings.
 */
export const proofInput = { pwd: password, ...factorInput }
export const proofRefusals = {
  locked_out: lockedOut,
  wrong_password: { status: 403, message: 'Incorrect password.' },
  ...factorRefusals,
} as const
