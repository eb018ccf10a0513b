import { freezeOutput } from './freeze.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, type Call } from '../../call.ts'
import { customerFlags, type CustomerFlag } from '../../customer-flags.ts'
import { amountInput, amountOutput, assets, type Asset } from '../../money.ts'
import { reasonInput } from '../operators/operators.ts'
import { customerListCalls, customerStanding as standing } from './customer-list.ts'
import { statementEntry, statementInput } from './statement.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { phrases } from '../../sentences/phrases.ts'

const id = z.uuid(phrases.invalid_id)
const notFound = { status: 404, message: 'This {thing} doesn’t exist.' }
const flag = z.enum(Object.keys(customerFlags) as [CustomerFlag, ...CustomerFlag[]], phrases.choose_flag)
const assetInput = z.enum(Object.keys(assets) as [Asset, ...Asset[]], phrases.choose_asset)
const reading = { module: 'identity', access: 'operator', permission: 'customers.read' } as const
const managing = { module: 'identity', access: 'operator', permission: 'customers.manage' } as const

const show = defineCall({
  ...reading,
  name: 'customers.show',
  method: 'GET',
  summary: 'Returns one customer with personal details, balances, counts, notes and flags. Logged in the audit log.',
  input: z.object({ id }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    currency: z.string(),
    since: z.string(),
    ...standing,
    /** Short facts from other modules, such as the number of trades. */
    facts: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        value: z.string().nullable(),
        valuePhrase: phraseOutput.nullable(),
      }),
    ),
    freeze: freezeOutput.nullable(),
    /** The new email address that awaits a second operator's approval; null if there is none. */
    proposedEmail: z.string().nullable(),
    /** When withdrawals are possible again after an email change. */
    payoutsWaitUntil: z.string().nullable(),
    balances: z.array(
      z.object({
        id: z.string(),
        account: z.string(),
        asset: z.string(),
        balance: amountOutput,
        reserved: amountOutput,
        available: amountOutput,
      }),
    ),
    notes: z.array(z.object({ id: z.string(), words: z.string(), by: z.string(), at: z.string() })),
  }),
  refusals: { not_found: notFound },
})

const ledger = defineCall({
  ...reading,
  name: 'customers.ledger',
  method: 'GET',
  summary:
    'Returns a customer’s full ledger with running balances, as in the customer’s statement. Logged in the audit log.',
  input: statementInput.extend({ id }),
  output: z.array(statementEntry),
  refusals: { not_found: notFound },
})

const freeze = defineCall({
  ...managing,
  name: 'customers.freeze',
  method: 'POST',
  summary: 'Freezes an account, which blocks orders and withdrawals. The customer can read the reason.',
  input: z.object({ id, reason: reasonInput }),
  output: outcomeOutput,
  decides: true,
  refusals: {
    not_found: notFound,
    already_frozen: { status: 409, message: 'An operator has already frozen this account.' },
  },
})

const unfreeze = defineCall({
  ...managing,
  name: 'customers.unfreeze',
  method: 'POST',
  summary: 'Unfreezes an account, including one that the customer froze.',
  input: z.object({ id, reason: reasonInput }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound, not_frozen: { status: 409, message: 'This account is not frozen.' } },
})

const signOut = defineCall({
  ...managing,
  name: 'customers.signout',
  method: 'POST',
  summary: 'Ends a customer’s sessions, revokes their API keys and notifies them by email. They can sign in again.',
  input: z.object({ id, reason: reasonInput }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound },
})

const note = defineCall({
  ...managing,
  name: 'customers.note',
  method: 'POST',
  summary: 'Adds a note about a customer. Only operators can read it. Notes can’t be deleted.',
  input: z.object({ id, words: z.string().trim().min(2, phrases.write_note).max(2000) }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound },
})

const setFlag = defineCall({
  ...managing,
  name: 'customers.flag',
  method: 'POST',
  summary: 'Sets or removes a flag.',
  input: z.object({
    id,
    flag,
    set: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]),
  }),
  output: outcomeOutput,
  decides: true,
  refusals: { not_found: notFound },
})

export const customerFields = ['name', 'email', 'phone'] as const
export type CustomerField = (typeof customerFields)[number]

/** Number of days for which withdrawals and new withdrawal addresses are blocked after an email change. */
export const payoutsWaitDays = 3

const correct = defineCall({
  ...managing,
  name: 'customers.correct',
  method: 'POST',
  summary:
    'Corrects a name or a phone number, or proposes a new email address to a second operator. A new address ends ' +
    'all sessions, revokes all API keys, notifies both addresses and blocks withdrawals for 3 days. The second ' +
    'factor doesn’t change.',
  input: z.object({
    id,
    field: z.enum(customerFields, phrases.choose_detail),
    value: z.string().trim().max(254).default(''),
    reason: reasonInput,
  }),
  output: outcomeOutput.extend({ needsSecond: z.boolean() }),
  decides: true,
  refusals: {
    not_found: notFound,
    address_taken: { status: 409, message: 'Another account has this email address.' },
    unchanged: { status: 409, message: 'The account already has this value.' },
    bad_name: { status: 400, message: 'Enter a name of 1 to 60 letters.' },
    bad_email: { status: 400, message: 'Enter a complete email address, such as ada@example.org.' },
    bad_phone: { status: 400, message: 'Enter a valid phone number for the customer’s country.' },
  },
})

const correction = defineCall({
  module: 'identity',
  access: 'operator',
  permission: 'corrections.propose',
  name: 'corrections.propose',
  method: 'POST',
  summary:
    'Proposes a balance correction to a second operator, as a transfer with a reason that the customer can read.',
  input: z.object({
    customer: id,
    /** An account, such as `trading`, `bonus` or `mining:BTC`. */
    account: z
      .string()
      .trim()
      .regex(/^(trading|bonus|mining:[A-Z]{3,5})$/, phrases.choose_account),
    asset: assetInput,
    amount: amountInput,
    direction: z.enum(['credit', 'debit'], phrases.choose_credit_or_debit),
    reason: reasonInput,
  }),
  output: outcomeOutput.extend({ approval: z.string() }),
  movesMoney: true,
  refusals: {
    not_found: notFound,
    wrong_asset: { status: 400, message: 'This account doesn’t hold {asset}.' },
    bad_amount: { status: 400, message: 'Enter an amount above zero with at most {decimals} decimal places.' },
    insufficient: { status: 409, message: 'The account holds only {available}. Enter a smaller amount.' },
  },
})

/**
 * Calls about customers at the operators’ desk. Source: docs/spec/truth.md section 4, docs/spec/beyond.md “operator”.
 */
export const customersCalls = {
  ...customerListCalls,
  'customers.show': show,
  'customers.ledger': ledger,
  'customers.freeze': freeze,
  'customers.unfreeze': unfreeze,
  'customers.signout': signOut,
  'customers.note': note,
  'customers.flag': setFlag,
  'customers.correct': correct,
  'corrections.propose': correction,
} as const satisfies Record<string, Call>
