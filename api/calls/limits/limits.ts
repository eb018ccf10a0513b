import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, numberInput, type Call } from '../../call.ts'
import { amountOutput } from '../../money.ts'
import { confirmWords, ownLimitNames } from './own-limits.ts'

const limitName = z.string().trim().max(20)
/** Money is decimal text and minutes are a whole number. Null means no limit. */
const limitValue = z.string().nullable()
const confirm = z.string().trim().max(40).default('')
const unknownLimit = { status: 400, message: 'This limit doesn’t exist.' }
const badLength = { status: 400, message: 'Choose a duration from the list.' }

const ownLimit = z.object({
  name: z.enum(ownLimitNames),
  unit: z.enum(['money', 'minutes']),
  value: limitValue,
  /** A requested looser value and when it takes effect (`from`, epoch milliseconds). */
  waiting: z.object({ value: limitValue, from: z.number() }).nullable(),
  /** Amount used in the current period; null for limits that don't accumulate, such as the stake. */
  used: z.string().nullable(),
})

const pause = z.object({
  kind: z.enum(['timeout', 'exclusion']),
  from: z.number(),
  until: z.number().nullable(),
  words: z.string(),
  wordsPhrase: phraseOutput,
})

export const limits = defineCall({
  name: 'limits',
  module: 'limits',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the customer’s own limits with their current use, pending changes, and any time-out or exclusion in ' +
    'force.',
  input: z.object({}),
  output: z.object({ cur: z.string(), limits: z.array(ownLimit), pause: pause.nullable() }),
  refusals: {},
})

export const limitsSet = defineCall({
  name: 'limits.set',
  module: 'limits',
  method: 'POST',
  access: 'customer',
  summary:
    'Sets one limit; an empty value removes it. A tighter limit applies immediately, a looser one after 24 hours.',
  input: z.object({
    name: limitName,
    value: z.union([z.string(), z.number()]).transform(String).pipe(z.string().trim().max(40)).default(''),
  }),
  output: outcomeOutput.extend({ limit: ownLimit }),
  refusals: {
    unknown_limit: unknownLimit,
    bad_amount: {
      status: 400,
      message: 'Enter an amount as a plain number with at most two decimal places, such as 50 or 12.50.',
    },
    bad_minutes: { status: 400, message: 'Enter a whole number of minutes from {least} to {most}.' },
  },
})

export const limitsCancel = defineCall({
  name: 'limits.cancel',
  module: 'limits',
  method: 'POST',
  access: 'customer',
  summary: 'Cancels a pending change. The limit stays as it is.',
  input: z.object({ name: limitName }),
  output: outcomeOutput.extend({ limit: ownLimit }),
  refusals: {
    unknown_limit: unknownLimit,
    nothing_waiting: { status: 409, message: 'This limit has no pending change.' },
  },
})

export const limitsTimeout = defineCall({
  name: 'limits.timeout',
  module: 'limits',
  method: 'POST',
  access: 'customer',
  summary: 'Starts a time-out of 24 hours to 6 weeks. It can’t be ended early.',
  input: z.object({ hours: numberInput, confirm }),
  output: outcomeOutput.extend({ pause }),
  refusals: {
    bad_length: badLength,
    not_confirmed: { status: 400, message: `Type ${confirmWords.timeout} to confirm.` },
    already_longer: { status: 409, message: 'A time-out or exclusion is already in effect {until}.' },
  },
})

export const limitsExclude = defineCall({
  name: 'limits.exclude',
  module: 'limits',
  method: 'POST',
  access: 'customer',
  summary:
    'Excludes the customer from trading and deposits for 6 months to 5 years, or permanently (0 months). Nobody can ' +
    'undo it.',
  input: z.object({ months: numberInput, confirm }),
  output: outcomeOutput.extend({ pause }),
  refusals: {
    bad_length: badLength,
    not_confirmed: { status: 400, message: `Type ${confirmWords.exclude} to confirm.` },
    already_longer: { status: 409, message: 'A time-out or exclusion is already in effect {until}.' },
  },
})

export const limitsReality = defineCall({
  name: 'limits.reality',
  module: 'limits',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the reality check’s figures: active time, trades and net result since the last one, and whether one ' +
    'is due.',
  input: z.object({}),
  output: z.object({
    cur: z.string(),
    /** Minutes between checks; null if they are off. */
    every: z.number().int().nullable(),
    due: z.boolean(),
    /** Active minutes until the next check. */
    in: z.number().int().nullable(),
    since: z.number(),
    minutes: z.number().int(),
    minutesToday: z.number().int(),
    trades: z.number().int(),
    net: amountOutput,
  }),
  refusals: {},
})

export const limitsRealityConfirm = defineCall({
  name: 'limits.reality.confirm',
  module: 'limits',
  method: 'POST',
  access: 'customer',
  summary: 'Confirms that the customer has seen the reality check. Orders are accepted again.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {},
})

/** Limits that customers set for themselves. */
export const limitsCalls = {
  limits,
  'limits.set': limitsSet,
  'limits.cancel': limitsCancel,
  'limits.timeout': limitsTimeout,
  'limits.exclude': limitsExclude,
  'limits.reality': limitsReality,
  'limits.reality.confirm': limitsRealityConfirm,
} as const satisfies Record<string, Call>
