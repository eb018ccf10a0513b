import { z } from 'zod'
import { outcomeOutput } from './outcomes.ts'
import { proofInput, proofRefusals } from './account-proof.ts'
import { binaryOutput, defineCall } from './call.ts'
import { phrases } from './phrases.ts'

export const exportAll = defineCall({
  name: 'export',
  module: 'identity',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Everything that is kept about the signed-in customer, as one JSON file. Sent while it is read. A customer can have two downloads open at once; a third gets `busy`.',
  input: z.object(proofInput),
  output: binaryOutput,
  refusals: proofRefusals,
})

/** Lists that a customer can take out as a file of their own. */
export const exportedLists = ['trades', 'deposits', 'withdrawals', 'copies', 'gaps', 'affiliates'] as const
export type ExportedList = (typeof exportedLists)[number]

export const exportList = defineCall({
  name: 'export.list',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary:
    'All rows of one list of the customer’s, as a CSV or a JSON file. Parts of a row that are lists themselves are JSON inside of a CSV field. Sent while it is read. A customer can have two downloads open at once; a third gets `busy`.',
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
    'Every ledger transfer of the signed-in customer, oldest first, as CSV (RFC 4180) with amounts as decimals. Sent while it is read. A customer can have two downloads open at once; a third gets `busy`.',
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
    'Closes the account for good: ends every session and key and erases what shows who the customer is. Balances must be zero, or be given up with `giveup`, which books them to the house. Keyed hashes of the address and of the phone number with the name stay for as long as a pause, a flag or the practice grant counts, so that a returning person is recognised.',
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
