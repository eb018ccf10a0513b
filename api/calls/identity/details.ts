import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, type Call } from '../../call.ts'
import { customerFields } from './customers.ts'
import { accountFrozen, factorInput, factorRefusals, lockedOut } from './security.ts'
import { phrases } from '../../sentences/phrases.ts'

const text = (longest: number) => z.string().trim().max(longest).default('')
const badEmail = { status: 400, message: 'Enter a complete email address, such as ada@example.org.' }
const unchanged = { status: 409, message: 'Your account already has this value.' }

/** Emails a code to the new address. Send `token` with `details.change`. */
export const detailsCode = defineCall({
  name: 'details.code',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary:
    'Emails a five-digit code to the customer’s new email address. The response is the same if the address already ' +
    'has an account.',
  input: z.object({ email: text(254) }),
  output: outcomeOutput.extend({ token: z.string() }),
  refusals: { account_frozen: accountFrozen, bad_email: badEmail, unchanged, locked_out: lockedOut },
})

/** Changes one of the customer's own details. */
export const detailsChange = defineCall({
  name: 'details.change',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  summary:
    'Changes the customer’s name, phone number or email address. Requires the current password, the second factor ' +
    'if one is set up, and, for a new email address, the code that `details.code` sent. A new email address ends ' +
    'all other sessions, revokes all API keys, notifies both addresses and blocks withdrawals for 3 days.',
  input: z.object({
    field: z.enum(customerFields, phrases.choose_detail),
    value: text(254),
    /** Code emailed to the new address, and the token returned by `details.code`. */
    vcode: text(10),
    token: text(200),
    pwd: z.string().max(200).default(''),
    ...factorInput,
  }),
  output: outcomeOutput,
  refusals: {
    account_frozen: accountFrozen,
    bad_name: { status: 400, message: 'Enter a name of 1 to 60 letters.' },
    bad_email: badEmail,
    bad_phone: { status: 400, message: 'Enter a valid phone number for your country.' },
    unchanged,
    name_verified: {
      status: 409,
      message:
        'We check your name against your document, so you can no longer change it here. Write to us to have it ' +
        'corrected.',
    },
    code_missing: { status: 400, message: 'Enter the code that we sent to the new email address.' },
    code_expired: { status: 400, message: 'The code has expired. Request a new code.' },
    locked_out: lockedOut,
    code_wrong: { status: 400, message: 'Incorrect code. Check the latest email, or request a new code.' },
    wrong_password: { status: 403, message: 'Incorrect password.' },
    ...factorRefusals,
    address_taken: { status: 409, message: 'Another account has this email address.' },
  },
})

/** Changes to the customer's own details. */
export const detailsCalls = { 'details.code': detailsCode, 'details.change': detailsChange } as const satisfies Record<
  string,
  Call
>
