import { z } from 'zod'
import { binaryOutput, defineCall, type Call } from './call.ts'
import { amountOutput, assets, type Asset } from './money.ts'

/** What a kind of ledger transfer is called in a statement. */
export const kindWords: Readonly<Record<string, string>> = {
  practice_grant: 'Practice grant',
  stake: 'Stake of a trade',
  stake_return: 'Stake returned',
  void_return: 'Stake of a void trade returned',
  profit: 'Profit of a trade',
  loss: 'Stake of a lost trade',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  withdrawal_fee: 'Network fee',
  move: 'Moved between accounts',
  conversion: 'Conversion',
  copy_profit_share: 'Profit share of a copied trader',
  affiliate_commission: 'Affiliate commission',
  mining_purchase: 'Mining contract',
  mining_output: 'Mining output',
  mining_refund: 'Mining contract refunded',
  farming_lock: 'Locked in a farming contract',
  farming_return: 'Returned from a farming contract',
  farming_interest: 'Farming interest',
  bonus: 'Bonus',
  fee: 'Fee',
  dust: 'Remainder',
  correction: 'Correction by the operator',
}

/** What a customer's account is called: `trading`, `bonus`, `mining:BTC`. */
export function accountWords(code: string): string {
  const [name = '', coin] = code.split(':')
  const words = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
  return coin ? `${words} ${coin in assets ? assets[coin as Asset].symbol : coin}` : words
}

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
  before: z.string().regex(/^\d{1,19}$/, 'That is no id.').optional(),
  account: z.string().trim().max(72).regex(/^[a-z_]+(:[A-Z]{3,5})?$/, 'There is no such account.').optional(),
  asset: z.enum(Object.keys(assets) as [Asset, ...Asset[]], 'There is no such asset.').optional(),
})

const statement = defineCall({
  name: 'statement',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary: 'Every movement on the customer’s accounts with the balance after it and the operators’ notes, newest first, 50 a page; `before` takes the id of the last one.',
  input: statementInput,
  output: z.array(statementEntry),
  refusals: {},
})

const csv = defineCall({
  name: 'statement.csv',
  module: 'identity',
  method: 'GET',
  access: 'customer',
  summary: 'The newest 20,000 entries of the statement as a CSV file.',
  input: z.object({}),
  output: binaryOutput,
  refusals: {},
})

export const statementCalls = { statement, 'statement.csv': csv } as const satisfies Record<string, Call>
