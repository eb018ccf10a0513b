import { z } from 'zod'
import { binaryOutput, defineCall, type Call } from './call.ts'
import { amountOutput, assets, type Asset } from './money.ts'
import { phrases } from './phrases.ts'

export const statementEntry = z.object({
  id: z.string(),
  at: z.string(),
  account: z.string(),
  asset: z.string(),
  kind: z.string(),
  words: z.string(),
  /** `reserved` and `released` move nothing yet. */
  state: z.enum(['booked', 'reserved', 'released']),
  /** What the entry did to the balance, with its sign; of a reservation, how much it holds. */
  amount: amountOutput,
  balance: amountOutput,
  note: z.string().nullable(),
  reference: z.string().nullable(),
})

/** Which entries of a ledger; newest first, 50 a page. */
export const statementInput = z.object({
  /** Id of the last entry of the page before. */
  before: z
    .string()
    .regex(/^\d{1,19}$/, phrases.invalid_id)
    .refine((id) => /^\d+$/.test(id) && BigInt(id) < 2n ** 63n, phrases.invalid_id)
    .optional(),
  account: z
    .string()
    .trim()
    .max(72)
    .regex(/^[a-z_]+(:[A-Z]{3,5})?$/, phrases.no_such_account)
    .optional(),
  asset: z.enum(Object.keys(assets) as [Asset, ...Asset[]], phrases.no_such_asset).optional(),
})

const statement = defineCall({
  name: 'statement',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary:
    'Every movement on the customer’s accounts with the balance after it and the operators’ notes, newest first, 50 a page; `before` takes the id of the last one.',
  input: statementInput,
  output: z.array(statementEntry),
  refusals: {},
})

const csv = defineCall({
  name: 'statement.csv',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary:
    'All entries of the statement as a CSV file, newest first. Sent while it is read. A customer can have two downloads open at once; a third gets `busy`.',
  input: z.object({}),
  output: binaryOutput,
  refusals: {},
})

export const statementCalls = { statement, 'statement.csv': csv } as const satisfies Record<string, Call>
