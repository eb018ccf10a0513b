import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall } from '../../call.ts'
import { amountInput, amountOutput } from '../../money.ts'
import { phrases } from '../../sentences/phrases.ts'
import { pauseRefusals } from '../limits/own-limits.ts'

/** A robot's settings. */
const robotSettings = z.object({
  strategy: z.string(),
  stake: amountOutput,
  symbols: z.array(z.string()),
  /** Daily UTC time windows, such as `08:00-12:00, 13:30-17:00`; empty means all day. */
  hours: z.string(),
  lossLimit: amountOutput,
})

export const robot = defineCall({
  name: 'robot',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary: 'Returns the customer’s robot: whether it trades, its published strategy, its limits and its results.',
  input: z.object({}),
  output: z.object({
    state: z.enum(['INACTIVE', 'ACTIVE']),
    /** `INACTIVE`, or for example `ACTIVE: Momentum breakout`. */
    status: z.string(),
    statusPhrase: phraseOutput.nullable(),
    cur: z.string(),
    plan: robotSettings.nullable(),
    /** Since the last start. `left`: how much the robot may still lose if all open trades lose. */
    run: z
      .object({
        startedAt: z.number(),
        stoppedAt: z.number().nullable(),
        trades: z.number().int(),
        open: z.number().int(),
        openStake: amountOutput,
        result: amountOutput,
        left: amountOutput,
      })
      .nullable(),
    /** Result of the settled trades among those placed since midnight UTC. */
    resultToday: amountOutput,
    /** Why the robot stopped, or what it did last. */
    note: z.string().nullable(),
    notePhrase: phraseOutput.nullable(),
    strategies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        namePhrase: phraseOutput,
        rules: z.string(),
        rulesPhrase: phraseOutput,
      }),
    ),
    /**
     * Symbols that the robot can trade. `expectedBps`: average result of a stake at even odds, in basis points of the
     * stake.
     */
    symbols: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        payoutBps: z.number().int(),
        breakEvenBps: z.number().int(),
        expectedBps: z.number().int(),
      }),
    ),
    minStake: amountOutput,
    maxStake: amountOutput,
  }),
  refusals: {},
})

const robotActive = { status: 409, message: 'The robot is trading. Stop it first.' }

/** The settings on which a preview depends. */
const previewed = {
  strategy: z.string().trim().max(40),
  stake: amountInput,
  /** Comma-separated. */
  symbols: z
    .union(
      [
        z.array(z.string().max(12)).max(20),
        z
          .string()
          .max(260)
          .transform((text) => text.split(',')),
      ],
      phrases.choose_symbols,
    )
    .transform((names) => [...new Set(names.map((name) => name.trim().toUpperCase()).filter(Boolean))]),
  hours: z.string().trim().max(100).default(''),
}

const previewRefusals = {
  unknown_strategy: { status: 400, message: 'Choose one of the published strategies.' },
  bad_amount: { status: 400, message: 'Enter amounts with at most two decimal places.' },
  amount_too_small: { status: 400, message: 'The minimum stake is {min}.' },
  amount_too_large: { status: 400, message: 'The maximum stake is {max}.' },
  bad_symbols: { status: 400, message: 'Choose one to {most} symbols from the list.' },
  bad_hours: {
    status: 400,
    message: 'Enter up to four UTC time windows, such as 08:00-17:00, or leave the field empty.',
  },
}

export const robotSet = defineCall({
  name: 'robot.set',
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary: 'Configures the robot. Only allowed while it is INACTIVE.',
  input: z.object({
    ...previewed,
    lossLimit: amountInput,
  }),
  output: outcomeOutput,
  refusals: {
    ...previewRefusals,
    bad_loss_limit: { status: 400, message: 'The loss limit must be at least one stake and at most {max}.' },
    robot_active: robotActive,
  },
})

export const robotStart = defineCall({
  name: 'robot.start',
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary:
    'Starts the robot with a loss count of zero. It trades with practice money until it is stopped or its loss ' +
    'limit prevents another order.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {
    account_frozen: {
      status: 403,
      message: 'Your account is frozen. Your security page shows why and how to have it unfrozen.',
    },
    ...pauseRefusals,
    not_set_up: { status: 409, message: 'Set up the robot first.' },
    robot_active: robotActive,
    insufficient_balance: { status: 409, message: 'Your balance of {balance} doesn’t cover one stake.' },
  },
})

export const robotStop = defineCall({
  name: 'robot.stop',
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary: 'Stops the robot immediately. Open trades run until they expire.',
  input: z.object({}),
  output: outcomeOutput,
  refusals: {},
})

/** Hours of prices that a preview covers. */
export const previewHours = 24

export const robotPreview = defineCall({
  name: 'robot.preview',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    `Applies a published strategy to the stored prices of the last ${previewHours} hours, under the rules of real ` +
    'trades, as if each order had been accepted when its candle closed, without a loss limit. `expected` is the ' +
    'result of the same trades at even odds. Places no trade.',
  input: z.object(previewed),
  output: z.object({
    cur: z.string(),
    from: z.number(),
    to: z.number(),
    trades: z.number().int(),
    won: z.number().int(),
    lost: z.number().int(),
    /** Ties and void trades, which return the stake. */
    returned: z.number().int(),
    result: amountOutput,
    expected: amountOutput,
  }),
  refusals: previewRefusals,
  weight: 10,
})

export const robotCalls = {
  robot,
  'robot.set': robotSet,
  'robot.preview': robotPreview,
  'robot.start': robotStart,
  'robot.stop': robotStop,
}
