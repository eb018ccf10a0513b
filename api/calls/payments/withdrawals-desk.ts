import { payeeLine } from './withdrawals.ts'
import { z } from 'zod'
import { amountOutput } from '../../money.ts'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { type Call, defineCall, pageInput } from '../../call.ts'
import { refusalReason, withdrawalRecord } from './withdrawals.ts'
import { queueAge } from '../../queue-age.ts'
import { phrases } from '../../sentences/phrases.ts'

/** Withdrawals at the operators' desk. */

const subject = { id: z.string().max(60), customer: z.string().max(60) }
const note = z.string().trim().min(3, phrases.enter_short_reason).max(300)
const notFound = { status: 404, message: 'This withdrawal doesn’t exist.' }
const wrongState = { status: 409, message: 'You can’t do this because the withdrawal is {state}.' }
const decide = { module: 'payments', access: 'operator', permission: 'withdrawals.decide' } as const

export const deskWithdrawal = withdrawalRecord.extend({
  /** The account is closed and the destination erased; `to` is empty. */
  erased: z.boolean(),
  customer: z.string(),
  held: z.boolean(),
  holdNote: z.string().nullable(),
  approvedBy: z.string().nullable(),
  /** Name of the operator who requested a second operator's approval. */
  proposedBy: z.string().nullable(),
  /** In US dollars, at the rate at the time of the request. */
  usd: z.string(),
  /** Since the request; null once ended. */
  age: queueAge.nullable(),
  /** Number of sending attempts. */
  attempts: z.number().int(),
})
export type DeskWithdrawal = z.infer<typeof deskWithdrawal>

export const queues = ['open', 'ended'] as const

export const withdrawalQueue = defineCall({
  ...decide,
  name: 'withdrawals.queue',
  method: 'GET',
  summary: 'Lists all customers’ withdrawals: open ones, oldest first, or ended ones, newest first; 20 per page.',
  input: z.object({ queue: z.enum(queues).default('open'), p: pageInput.default(1) }),
  output: z.array(deskWithdrawal),
  refusals: {},
})

export const withdrawalTotals = defineCall({
  ...decide,
  name: 'withdrawals.totals',
  method: 'GET',
  summary:
    'Returns the number of open withdrawals and the sum of their amounts, by unit, and their value in US dollars.',
  input: z.object({}),
  output: z.object({
    units: z.array(z.object({ unit: z.string(), amount: amountOutput, count: z.number().int() })),
    /** In US dollars, at the rates at the times of the requests. */
    usd: amountOutput,
  }),
  refusals: {},
})

export const inspectWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.inspect',
  method: 'POST',
  summary:
    'Returns the customer’s name and the full destination, or states that both were erased. Requires a reason, ' +
    'which the audit log stores.',
  input: z.object({ ...subject, reason: note }),
  output: z.object({
    name: z.string(),
    email: z.string(),
    payee: z.array(payeeLine),
    erased: z.boolean(),
  }),
  refusals: { not_found: notFound },
})

export const approveWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.approve',
  method: 'POST',
  summary: 'Approves a withdrawal; above the threshold, sends it to a second operator.',
  input: z.object(subject),
  output: outcomeOutput.extend({ needsSecond: z.boolean() }),
  decides: true,
  refusals: {
    not_found: notFound,
    wrong_state: wrongState,
    held: { status: 409, message: 'This withdrawal is on hold. Release it first.' },
    address_cooling: { status: 409, message: 'The address is new and can be used from {until}.' },
    account_frozen: { status: 409, message: 'The account is frozen, so nothing can be withdrawn.' },
    payouts_wait: {
      status: 409,
      message: 'The email address of this account was changed. Withdrawals can be approved again after {until}.',
    },
  },
})

export const refuseWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.refuse',
  method: 'POST',
  summary:
    'Refuses a withdrawal with one of the published reasons, which the customer sees. The amount is released ' +
    'immediately.',
  input: z.object({ ...subject, reason: refusalReason }),
  output: outcomeOutput,
  decides: true,
  refusals: {
    not_found: notFound,
    wrong_state: wrongState,
    may_be_sent: {
      status: 409,
      message:
        'A signed transaction may be on its way. You can refuse the withdrawal once that transaction has provably ' +
        'failed.',
    },
  },
})

export const holdWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.hold',
  method: 'POST',
  summary: 'Holds a withdrawal for review. The customer sees that it is under review.',
  input: z.object({ ...subject, note }),
  output: outcomeOutput,
  decides: true,
  refusals: {
    not_found: notFound,
    wrong_state: wrongState,
    may_be_sent: { status: 409, message: 'A signed transaction may be on its way, and a hold can’t stop it.' },
  },
})

export const releaseWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.release',
  method: 'POST',
  summary: 'Releases a hold.',
  input: z.object({ ...subject, note }),
  output: outcomeOutput,
  decides: true,
  refusals: {
    not_found: notFound,
    wrong_state: wrongState,
    not_held: { status: 409, message: 'This withdrawal is not on hold.' },
  },
})

export const retryWithdrawal = defineCall({
  ...decide,
  name: 'withdrawals.retry',
  method: 'POST',
  summary:
    'Retries sending: the same signed transaction, one with a higher fee if the first takes too long to confirm, ' +
    'or a new one if the first has provably failed.',
  input: z.object(subject),
  output: outcomeOutput,
  decides: true,
  refusals: {
    not_found: notFound,
    wrong_state: wrongState,
    held: { status: 409, message: 'This withdrawal is on hold. Release it first.' },
    no_wallet: { status: 503, message: 'No Active {coin} Wallet.' },
  },
})

export const withdrawalsDeskCalls = {
  'withdrawals.queue': withdrawalQueue,
  'withdrawals.totals': withdrawalTotals,
  'withdrawals.inspect': inspectWithdrawal,
  'withdrawals.approve': approveWithdrawal,
  'withdrawals.refuse': refuseWithdrawal,
  'withdrawals.hold': holdWithdrawal,
  'withdrawals.release': releaseWithdrawal,
  'withdrawals.retry': retryWithdrawal,
} as const satisfies Record<string, Call>
