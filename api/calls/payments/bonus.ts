import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeFields } from '../../sentences/outcomes.ts'
import { defineCall, numberInput } from '../../call.ts'
import { amountInput, amountOutput } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'

const bonusGrant = z.object({
  id: z.string(),
  amount: amountOutput,
  at: z.number(),
  /** Why the bonus was granted. */
  why: z.string(),
  /** Null if an operator wrote the reason. */
  whyPhrase: phraseOutput.nullable(),
  /** Total stakes that must settle, and those that have settled since `at`. */
  turnover: amountOutput,
  settled: amountOutput,
  met: z.boolean(),
})

export const bonus = defineCall({
  name: 'bonus',
  module: 'payments',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the bonus account: its balance, the part still subject to terms, and progress towards meeting the terms.',
  input: z.object({}),
  output: z.object({
    cur: z.string(),
    balance: amountOutput,
    locked: amountOutput,
    free: amountOutput,
    /** Newest first. */
    grants: z.array(bonusGrant),
    /** The terms for new bonuses. If `onVerification` is 0.00, no bonus is granted. */
    rule: z.object({
      onVerification: amountOutput,
      turnoverTimes: z.number().int(),
      words: z.string(),
      wordsPhrase: phraseOutput,
    }),
  }),
  refusals: {},
})

export const bonusRelease = defineCall({
  name: 'bonus.release',
  module: 'payments',
  method: 'POST',
  access: 'customer',
  summary: 'Moves the part of the bonus whose terms are met to the trading account.',
  input: z.object({}),
  output: z.object({ ...outcomeFields, moved: amountOutput }),
  refusals: {
    no_bonus: { status: 409, message: 'Your bonus account is empty.' },
    bonus_locked: {
      status: 409,
      message: 'The bonus terms aren’t met yet. Another {left} in stakes must settle first.',
    },
  },
  movesMoney: true,
})

export const bonusGrantCall = defineCall({
  name: 'bonus.grant',
  module: 'payments',
  method: 'POST',
  access: 'operator',
  permission: 'corrections.propose',
  summary:
    'Grants a customer a practice bonus under the current terms, or under terms specific to this grant. A large ' +
    'bonus needs a second operator.',
  input: z.object({
    customer: z.uuid(phrases.no_such_customer),
    amount: amountInput,
    turnoverTimes: numberInput
      .pipe(z.number().int(phrases.enter_whole_number).min(0, phrases.at_least_0).max(100, phrases.at_most_100))
      .optional(),
    reason: z.string().trim().min(10, phrases.reason_at_least_10).max(300, phrases.reason_at_most_300),
  }),
  output: z.object({ ...outcomeFields, needsSecond: z.boolean() }),
  refusals: {
    key_reused: { status: 409, message: 'This idempotency key was already used for another request.' },
    not_found: { status: 404, message: 'This customer doesn’t exist.' },
    bad_amount: { status: 400, message: 'Enter an amount above zero with at most two decimal places.' },
  },
  movesMoney: true,
})

export const bonusCalls = { bonus, 'bonus.release': bonusRelease, 'bonus.grant': bonusGrantCall }
