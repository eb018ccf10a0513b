import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { proofInput, proofRefusals } from './account-proof.ts'
import { binaryOutput, defineCall } from '../../call.ts'
import { phrases } from '../../sentences/phrases.ts'

export const exportAll = defineCall({
  name: 'export',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Returns all stored data about the signed-in customer as one JSON file, streamed. A customer can have two ' +
    'downloads open at once; a third is refused with `busy`.',
  input: z.object(proofInput),
  output: binaryOutput,
  refusals: proofRefusals,
})

/** Lists that a customer can download as a separate file. */
export const exportedLists = ['trades', 'deposits', 'withdrawals', 'copies', 'gaps', 'affiliates'] as const
export type ExportedList = (typeof exportedLists)[number]

export const exportList = defineCall({
  name: 'export.list',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns all rows of one of the customer’s lists as a CSV or JSON file, streamed. Nested lists are JSON inside ' +
    'a CSV field. A customer can have two downloads open at once; a third is refused with `busy`.',
  input: z.object({
    list: z.enum(exportedLists, phrases.choose_list),
    as: z.enum(['csv', 'json'], phrases.choose_csv_or_json).default('csv'),
  }),
  output: binaryOutput,
  refusals: {},
})

export const exportLedger = defineCall({
  name: 'export.ledger',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Returns every ledger transfer of the signed-in customer, oldest first, as CSV (RFC 4180) with decimal amounts, ' +
    'streamed. A customer can have two downloads open at once; a third is refused with `busy`.',
  input: z.object({}),
  output: binaryOutput,
  refusals: {},
})

export const close = defineCall({
  name: 'close',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Closes the account permanently. Ends all sessions, revokes all API keys and erases what identifies the ' +
    'customer. Balances must be zero, or be forfeited with `giveup`, which books them to the house. Keyed hashes ' +
    'of the email address, and of the phone number with the name, are stored while a pause, a flag or the practice ' +
    'grant applies, so that a returning person is recognised.',
  input: z.object({
    ...proofInput,
    giveup: z
      .union([z.boolean(), z.literal('true').transform(() => true), z.literal('false').transform(() => false)])
      .default(false),
  }),
  output: outcomeOutput,
  refusals: {
    under_review: {
      status: 403,
      message:
        "We are reviewing this account, so you can't close it yet. Write to us, and we will let you know when you can.",
    },
    cannot_close: { status: 409, message: '{reason}' },
    balances_left: {
      status: 409,
      message: 'The account still holds {balances}. Withdraw it, or confirm that you forfeit it.',
    },
    ...proofRefusals,
  },
})
