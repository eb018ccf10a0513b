import { paymentCoins } from '../../states/deposit-states.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeFields, outcomeOutput } from '../../sentences/outcomes.ts'
import { type Call, defineCall, pageInput } from '../../call.ts'
import { amountInput, amountOutput } from '../../money.ts'
import { factorInput, factorRefusals as factor, lockedOut } from '../identity/security.ts'
import {
  refusalReasons,
  withdrawalAccounts,
  withdrawalMethods,
  withdrawalStates,
  withdrawalWaits,
  type RefusalReason,
  type WithdrawalWait,
} from '../../states/withdrawal-states.ts'
import { phrases } from '../../sentences/phrases.ts'

/** One labelled line of the payee’s details, such as the bank name. */
export const payeeLine = z.object({ label: z.string(), labelPhrase: phraseOutput, value: z.string() })

const refusalReason = z.enum(
  Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]],
  phrases.choose_published_reason,
)

const waitSchema = z.enum(Object.keys(withdrawalWaits) as [WithdrawalWait, ...WithdrawalWait[]])
const text = (max: number) => z.string().trim().max(max).optional()

/**
 * Destination fields. `address` is a wallet address or, for PayPal, an email address; the others are bank details.
 * Source: docs/spec/product.md section 5.
 */
const destinationFields = {
  address: text(200),
  bname: text(100),
  aname: text(100),
  anumber: text(40),
  rnumber: text(40),
}
/** The action checks names of methods and accounts, and its refusal lists the valid ones. */
const orderFields = { method: z.string().trim().max(20), account: z.string().trim().max(20), amount: amountInput }

const money = z.object({ amount: amountOutput, unit: z.string() })

export const withdrawalRecord = z.object({
  id: z.string(),
  /** Amount debited from the account. */
  amount: amountOutput,
  cur: z.string(),
  /** Time of the request, ISO 8601 in UTC. */
  date: z.string(),
  method: z.enum(withdrawalMethods),
  acct: z.enum(withdrawalAccounts),
  status: z.enum(withdrawalStates),
  /** The destination: a full wallet address; email addresses and account numbers are shortened. */
  to: z.string(),
  /** The stored destination can't be read; `to` is empty. */
  unreadable: z.boolean(),
  fee: money,
  arrives: money,
  /** How the amount splits into principal and earnings. */
  principal: amountOutput,
  interest: amountOutput,
  waiting: waitSchema.nullable(),
  waitingWords: z.string().nullable(),
  waitingWordsPhrase: phraseOutput.nullable(),
  /** When the new address can first be used. */
  usableAt: z.number().nullable(),
  reason: z.enum(Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]]).nullable(),
  reasonWords: z.string().nullable(),
  reasonWordsPhrase: phraseOutput.nullable(),
  requestedAt: z.number(),
  approvedAt: z.number().nullable(),
  sentAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** When three business days will have passed. */
  promisedBy: z.number(),
  confirmations: z.object({ has: z.number().int(), needs: z.number().int() }).nullable(),
  hash: z.string().nullable(),
  /** URL of the transaction in an explorer. */
  url: z.string().nullable(),
  /** Whether there is a document for a simulated payout. */
  hasDocument: z.boolean(),
})
export type WithdrawalRecord = z.infer<typeof withdrawalRecord>

/** Refusals that don't depend on the customer. */
const orderRefusals = {
  missing_fields: { status: 400, message: 'Fill all Form Fields' },
  unknown_method: { status: 400, message: 'Choose BTC, ETH, PayPal or Bank.' },
  unknown_account: { status: 400, message: 'Choose Trading, Bonus or the mining balance of a coin.' },
  refund_method: {
    status: 400,
    message: 'We send refunds in the coin that you paid with. Choose {coin} as the method.',
  },
  bad_amount: { status: 400, message: 'Enter an amount above zero with at most {decimals} decimal places.' },
  no_wallet: { status: 503, message: 'No Active {coin} Wallet.' },
  no_rate: {
    status: 503,
    message: 'We have no rate for {asset} right now. Nothing was withdrawn. Try again in a moment.',
  },
  amount_too_small: {
    status: 400,
    message: 'The amount is too small. The network fee is {fee}, and at least {min} must arrive.',
  },
} as const
const factorRefusals = { locked_out: lockedOut, ...factor } as const
const unsuitable = { status: 400, message: '{reason}' }
const notFound = { status: 404, message: 'This withdrawal doesn’t exist.' }

export const withdraw = defineCall({
  name: 'withdraw',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  scope: 'withdraw',
  summary:
    'Requests a withdrawal. The amount is held immediately and sent once an operator approves. The first use of an ' +
    'address adds it to the address book and starts its waiting time.',
  /** `book`: ID of an address in the address book, instead of the destination fields. */
  input: z.object({ ...orderFields, ...destinationFields, book: text(60), ...factorInput }),
  output: z.object({ ...outcomeFields, id: z.string() }),
  refusals: {
    ...orderRefusals,
    bad_address: unsuitable,
    not_verified: { status: 403, message: 'Verify your identity first. Only verified customers can withdraw.' },
    account_frozen: { status: 403, message: 'Your account is frozen. You can’t withdraw until it is unfrozen.' },
    account_closed: { status: 403, message: 'This account is closed.' },
    payouts_wait: {
      status: 403,
      message: 'The email address of this account was changed. You can withdraw again after {until}.',
    },
    bonus_locked: { status: 403, message: 'You can’t withdraw the bonus until its terms are met.' },
    ...factorRefusals,
    too_many_open: { status: 409, message: 'You have {max} open withdrawals, which is the maximum.' },
    daily_limit: {
      status: 403,
      message:
        'You can withdraw up to the equivalent of 20,000 US dollars in 24 hours. You have {left} left. Email ' +
        'support to withdraw a larger amount.',
    },
    insufficient_balance: { status: 409, message: 'Your balance of {balance} doesn’t cover this withdrawal.' },
  },
  movesMoney: true,
})

export const withdrawalQuote = defineCall({
  name: 'withdrawals.quote',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Returns the cost of a withdrawal and the amount that would arrive, at the current rate.',
  input: z.object(orderFields),
  output: z.object({
    fee: money,
    arrives: money,
    principal: amountOutput,
    interest: amountOutput,
    cur: z.string(),
    usd: amountOutput,
    rate: z.string().nullable(),
  }),
  refusals: orderRefusals,
})

export const withdrawals = defineCall({
  name: 'withdrawals',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the customer’s withdrawals, newest first, 20 per page.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(withdrawalRecord),
  refusals: {},
})

export const cancelWithdrawal = defineCall({
  name: 'withdrawals.cancel',
  movesMoney: true,
  module: 'payments',
  method: 'POST',
  access: 'customer',
  scope: 'withdraw',
  summary: 'Cancels a pending withdrawal. The amount is released immediately.',
  input: z.object({ id: z.string().max(60) }),
  output: outcomeOutput,
  refusals: {
    not_found: notFound,
    wrong_state: { status: 409, message: 'This withdrawal is {state} and can no longer be cancelled.' },
  },
})

export const withdrawalTerms = defineCall({
  name: 'withdrawals.terms',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Returns the accounts with their available amounts, network fees, limits and waiting times.',
  input: z.object({}),
  output: z.object({
    verified: z.boolean(),
    frozen: z.boolean(),
    accounts: z.array(
      z.object({
        id: z.enum(withdrawalAccounts),
        account: z.enum(withdrawalAccounts),
        cur: z.string(),
        decimals: z.number().int(),
        available: amountOutput,
        locked: z.boolean(),
      }),
    ),
    methods: z.array(
      z.object({
        id: z.enum(withdrawalMethods),
        method: z.enum(withdrawalMethods),
        fee: money.nullable(),
        active: z.boolean(),
      }),
    ),
    /** In US dollars. */
    dailyLimit: amountOutput,
    dailyLeft: amountOutput,
    coolingHours: z.number(),
    businessDays: z.number().int(),
    secondFactor: z.boolean(),
  }),
  refusals: {},
})

export const withdrawalDocument = defineCall({
  name: 'withdrawals.document',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the document for a simulated payout: payee, amount, time and method. Practice money: no real payment ' +
    'was made.',
  input: z.object({ id: z.string().max(60) }),
  output: z.object({
    number: z.string(),
    id: z.string(),
    method: z.enum(withdrawalMethods),
    payee: z.array(payeeLine),
    amount: money,
    arrives: money,
    account: z.enum(withdrawalAccounts),
    requestedAt: z.number(),
    paidAt: z.number(),
    words: z.string(),
    wordsPhrase: phraseOutput,
  }),
  refusals: { not_found: notFound },
})

const bookEntry = z.object({
  id: z.string(),
  method: z.enum(withdrawalMethods),
  label: z.string(),
  to: z.string(),
  unreadable: z.boolean(),
  addedAt: z.number(),
  usableAt: z.number(),
  usable: z.boolean(),
})

export const addresses = defineCall({
  name: 'addresses',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the address book, newest first. A new address can be used after its waiting time.',
  input: z.object({}),
  output: z.array(bookEntry),
  refusals: {},
})

export const addAddress = defineCall({
  name: 'addresses.add',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  scope: 'withdraw',
  summary: 'Adds a destination to the address book and starts its waiting time.',
  input: z.object({ method: orderFields.method, label: text(60), ...destinationFields, ...factorInput }),
  output: z.object({ ...outcomeFields, id: z.string(), usableAt: z.number() }),
  refusals: {
    missing_fields: orderRefusals.missing_fields,
    unknown_method: orderRefusals.unknown_method,
    no_wallet: orderRefusals.no_wallet,
    bad_address: unsuitable,
    account_frozen: { status: 403, message: 'Your account is frozen. You can add addresses after it is unfrozen.' },
    account_closed: { status: 403, message: 'This account is closed.' },
    payouts_wait: {
      status: 403,
      message: 'The email address of this account was changed. You can add withdrawal addresses again after {until}.',
    },
    ...factorRefusals,
    already_there: { status: 409, message: 'This address is already in your address book.' },
    book_full: { status: 409, message: 'Your address book is full ({max} addresses). Remove one first.' },
  },
})

export const testAddress = defineCall({
  name: 'addresses.test',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns an address on the test chain in use, for a first withdrawal without a wallet. It is the same each time. ' +
    'Nobody has its key, so coins sent to it stay there.',
  input: z.object({ coin: z.enum(paymentCoins, phrases.choose_test_chain) }),
  output: z.object({ address: z.string() }),
  refusals: { no_wallet: orderRefusals.no_wallet },
})

export const removeAddress = defineCall({
  name: 'addresses.remove',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  scope: 'withdraw',
  summary: 'Removes an address from the address book. If it is added again, its waiting time restarts.',
  input: z.object({ id: z.string().max(60) }),
  output: outcomeOutput,
  refusals: { not_found: { status: 404, message: 'This address isn’t in your address book.' } },
})

export const payouts = defineCall({
  name: 'payouts',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary: 'Lists withdrawals that the ledger has completed, newest first, ten per page.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      /** Amount that arrived. */
      Value: amountOutput,
      cur: z.string(),
      date: z.string(),
      method: z.enum(withdrawalMethods),
      /** Null for simulated payouts, which aren't on a network. */
      hash: z.string().nullable(),
      url: z.string().nullable(),
      status: z.literal('COMPLETED'),
    }),
  ),
  refusals: {},
})

export const withdrawalTimes = defineCall({
  name: 'withdrawals.times',
  module: 'payments',
  method: 'GET',
  access: 'public',
  summary:
    'Returns how long completed withdrawals took from request to completion, and the share completed within three ' +
    'business days.',
  input: z.object({}),
  output: z.object({
    completed: z.number().int(),
    p50Ms: z.number().nullable(),
    p95Ms: z.number().nullable(),
    withinPromise: z.number().int(),
    /** Basis points of completed withdrawals; null if there are none. */
    withinPromiseBps: z.number().int().nullable(),
    /** Open withdrawals older than three business days. */
    overdue: z.number().int(),
    businessDays: z.number().int(),
  }),
  refusals: {},
})

export const withdrawalsCalls = {
  withdraw,
  withdrawals,
  'withdrawals.quote': withdrawalQuote,
  'withdrawals.cancel': cancelWithdrawal,
  'withdrawals.terms': withdrawalTerms,
  'withdrawals.document': withdrawalDocument,
  addresses,
  'addresses.add': addAddress,
  'addresses.test': testAddress,
  'addresses.remove': removeAddress,
  payouts,
  'withdrawals.times': withdrawalTimes,
} as const satisfies Record<string, Call>

export { refusalReason, waitSchema }
