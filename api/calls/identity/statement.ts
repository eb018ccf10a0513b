import { z } from 'zod'
import { binaryOutput, defineCall, type Call } from '../../call.ts'
import { amountOutput, assets, type Asset } from '../../money.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { phrases } from '../../sentences/phrases.ts'

export const statementEntry = z.object({
  id: z.string(),
  at: z.string(),
  account: z.string(),
  asset: z.string(),
  kind: z.string(),
  words: z.string(),
  /** `reserved` and `released` don't move money. */
  state: z.enum(['booked', 'reserved', 'released']),
  /** Change in the balance, negative if it falls; for a reservation, the change that it holds back for. */
  amount: amountOutput,
  balance: amountOutput,
  note: z.string().nullable(),
  /** Null for a note that an operator wrote. */
  notePhrase: phraseOutput.nullable(),
  reference: z.string().nullable(),
})

/** Filter for ledger entries, which are listed newest first, 50 per page. */
export const statementInput = z.object({
  /** ID of the last entry on the previous page. */
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
    'Lists every movement on the customer’s accounts with the balance after it and operators’ notes, newest first, ' +
    '50 per page. `before` is the ID of the last entry on the previous page.',
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
    'Returns all entries of the statement as a CSV file, newest first, streamed. A customer can have two downloads ' +
    'open at once; a third is refused with `busy`.',
  input: z.object({}),
  output: binaryOutput,
  refusals: {},
})

export const statementCalls = { statement, 'statement.csv': csv } as const satisfies Record<string, Call>
