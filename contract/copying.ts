import { z } from 'zod'
import { outcomeOutput } from './outcomes.ts'
import { defineCall, numberInput, pageInput } from './call.ts'
import { copyModes, expertMethods, expertStyles } from './experts.ts'
import { amountInput, amountOutput } from './money.ts'
import { tradeMakers, tradeRecord, tradeStates, tradeTypes } from './trading.ts'
import { phrases } from './phrases.ts'

const tid = z.string().trim().max(40)
const notFound = { status: 404, message: 'This trader doesn’t exist.' }

/**
 * An expert with figures that are computed from its recorded trades. `wr`, `ps` in percent, docs/spec/product.md
 * section 3 "Trader".
 */
export const traderRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Path of a picture; empty: the pages draw the name's first letter. */
  pic: z.string(),
  /** Win rate of decided trades in percent; null without any. */
  wr: z.number().nullable(),
  ps: z.number(),
  note: z.string(),
  method: z.enum(expertMethods),
  style: z.enum(expertStyles),
  simulated: z.literal(true),
  stopped: z.boolean(),
  trades: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  /** Lower end of the win rate's 95 % interval, and the break-even win rate of the same trades, in percent. */
  wrLow: z.number().nullable(),
  breakEven: z.number().nullable(),
  /** Largest fall of the account from a high, in percent of that high. */
  drawdown: z.number(),
  /** 1 (calm) to 10. */
  risk: z.number().int(),
  /** What its trades came to, in dollars of play money, and in percent of its capital. */
  result: amountOutput,
  resultPercent: z.number(),
  /** From 1; null: too few trades to be ranked, or stopped. */
  rank: z.number().int().nullable(),
  copiers: z.number().int(),
})
export type TraderRecord = z.infer<typeof traderRecord>

export const tradersCall = defineCall({
  name: 'traders',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    'All experts, best rank first, then those that are new, then those that stopped. `copied` tells whether the customer copies it.',
  input: z.object({}),
  output: z.array(traderRecord.extend({ copied: z.boolean() })),
  refusals: {},
})

export const expertsCall = defineCall({
  name: 'experts',
  module: 'copying',
  method: 'GET',
  access: 'public',
  summary: 'The same list for everybody.',
  input: z.object({}),
  output: z.array(traderRecord),
  refusals: {},
})

export const tradersShow = defineCall({
  name: 'traders.show',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary: 'One expert: its published rule, its account over time, its last trades.',
  input: z.object({ tid }),
  output: traderRecord.extend({
    copied: z.boolean(),
    strategy: z.string(),
    rules: z.string(),
    symbols: z.array(z.string()),
    capital: amountOutput,
    stakePercent: z.number(),
    /** What came before this moment is its practice over the hours before it was there. */
    since: z.number(),
    /** At most 500 points, the newest last. */
    curve: z.array(z.object({ at: z.number(), equity: amountOutput })),
    lastTrades: z.array(tradeRecord),
  }),
  refusals: { not_found: notFound },
})

export const tradersRecordCall = defineCall({
  name: 'traders.record',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    'All trades of an expert and the figures computed from them. `npm run verify:expert -- FILE ADDRESS` recomputes them, works out each result and each signal of the rule from the prices at this address, and reports signals without a trade.',
  input: z.object({ tid }),
  output: z.object({
    format: z.literal('tallystick-expert-1'),
    /** When the record was made, and since when the expert's account is there, epoch ms. What came before `since` is practice. */
    at: z.number(),
    since: z.number(),
    trader: traderRecord,
    capital: amountOutput,
    trades: z.array(
      z.object({
        id: z.string(),
        by: z.enum(tradeMakers),
        symbol: z.string(),
        type: z.enum(tradeTypes),
        acceptedAt: z.number(),
        expiresAt: z.number(),
        status: z.enum(tradeStates),
        stake: amountOutput,
        returned: amountOutput.nullable(),
        payoutBps: z.number().int(),
      }),
    ),
  }),
  refusals: { not_found: notFound },
})

const yesNo = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  phrases.say_true_or_false,
)
const classList = z.union([
  z.array(z.string().max(20)).max(10),
  z
    .string()
    .max(100)
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
])

/** How a customer copies. Amounts in the customer's currency; an empty amount takes a limit away. */
const copySettings = {
  mode: z.enum(copyModes, phrases.choose_fixed_or_proportional).optional(),
  /** `fixed`: the stake of each copy. `proportional`: the part of the account that follows the expert's account. */
  amount: amountInput.optional(),
  /** Classes of symbols to copy, such as `crypto,forex`; empty: all. */
  classes: classList.optional(),
  /** Copies with a larger stake are left out. */
  maxStake: z.union([z.literal(''), amountInput]).optional(),
  /** Copying stops where the copies together could lose more. */
  stopLoss: z.union([z.literal(''), amountInput]).optional(),
}
const settingRefusals = {
  bad_amount: { status: 400, message: 'Enter an amount with at most two decimals.' },
  amount_too_small: { status: 400, message: 'The minimum amount is {min}.' },
  bad_class: { status: 400, message: 'The class {class} doesn’t exist.' },
}

export const copytrader = defineCall({
  name: 'copytrader',
  movesMoney: true,
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary:
    'Begins to copy an expert, or ends it where the customer copies it already. With `to` it does the one alone, and nothing where it is so already. Without settings a copy is a fixed stake of 10.',
  input: z.object({
    copytrade: tid,
    /** What the person meant. A page can be older than what it shows: copying may have ended meanwhile. */
    to: z.enum(['start', 'stop'], phrases.say_start_or_stop).optional(),
    ...copySettings,
  }),
  output: outcomeOutput.extend({ copied: z.boolean() }),
  refusals: {
    not_found: notFound,
    trader_stopped: { status: 409, message: '{name} has stopped trading.' },
    ...settingRefusals,
    account_frozen: {
      status: 403,
      message: 'Your account is frozen. Your security page shows why and how to have it released.',
    },
    timed_out: { status: 403, message: 'You are on a time-out until {until}.' },
    excluded: { status: 403, message: 'You have excluded yourself {until}.' },
    session_limit: { status: 403, message: 'Your session limit of {minutes} minutes is reached.' },
    reality_due: { status: 403, message: 'Confirm your reality check first.' },
  },
})

export const copiesSet = defineCall({
  name: 'copies.set',
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary: 'Changes how an expert is copied, from its next order on, or pauses it.',
  input: z.object({ tid, ...copySettings, paused: yesNo.optional() }),
  output: outcomeOutput,
  refusals: { not_copied: { status: 404, message: 'You do not copy this trader.' }, ...settingRefusals },
})

export const copyRecord = z.object({
  id: z.string(),
  tid: z.string(),
  name: z.string(),
  state: z.enum(['active', 'paused', 'stopped']),
  mode: z.enum(copyModes),
  amount: amountOutput,
  cur: z.string(),
  classes: z.array(z.string()),
  maxStake: amountOutput.nullable(),
  stopLoss: amountOutput.nullable(),
  startedAt: z.number(),
  stoppedAt: z.number().nullable(),
  /** In words, where it did not stop by the customer. */
  stopReason: z.string().nullable(),
  copied: z.number().int(),
  skipped: z.number().int(),
  open: z.number().int(),
  /** What the settled copies came to, and what of it went to the expert. */
  result: amountOutput,
  feePaid: amountOutput,
  /** The result above which a profit share is next due. What was lost when the trader was copied before is made up first. */
  highWater: amountOutput,
})
export type CopyRecord = z.infer<typeof copyRecord>

export const copiesCall = defineCall({
  name: 'copies',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary: 'Whom the customer copies or has copied, with results; those that run come first.',
  input: z.object({}),
  output: z.array(copyRecord),
  refusals: {},
})

/** One line of the gap ledger: `expert` + `skip` + `delay` + `price` + `rounding` + `fee` = `mine`, to the minor unit. */
export const gapRecord = z.object({
  id: z.string(),
  kind: z.enum(['copy', 'fee']),
  at: z.number(),
  symbol: z.string().nullable(),
  type: z.enum(tradeTypes).nullable(),
  state: z.enum(['OPEN', 'COPIED', 'SKIPPED', 'FEE']),
  /** Why it was skipped. */
  reason: z.string().nullable(),
  stake: amountOutput.nullable(),
  /** The expert's result at the copier's weight; null while open, like all of the parts. */
  expert: amountOutput.nullable(),
  skip: amountOutput.nullable(),
  delay: amountOutput.nullable(),
  price: amountOutput.nullable(),
  rounding: amountOutput.nullable(),
  fee: amountOutput.nullable(),
  mine: amountOutput.nullable(),
  trade: z.string().nullable(),
})
export type GapRecord = z.infer<typeof gapRecord>

export const copiesGaps = defineCall({
  name: 'copies.gaps',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    'The gap ledger of one copied expert: for each of its orders what it made of the customer’s money there and here, and where the difference went. Page `p` of fifty, newest first; the sums are of all.',
  input: z.object({ id: z.string().max(64), p: pageInput.optional() }),
  output: z.object({
    cur: z.string(),
    lines: z.array(gapRecord),
    count: z.number().int(),
    sums: z.object({
      expert: amountOutput,
      skip: amountOutput,
      delay: amountOutput,
      price: amountOutput,
      rounding: amountOutput,
      fee: amountOutput,
      mine: amountOutput,
    }),
  }),
  refusals: { not_found: { status: 404, message: 'You haven’t copied this trader.' } },
})

export const expertsSchedule = defineCall({
  name: 'experts.schedule',
  module: 'copying',
  method: 'POST',
  access: 'operator',
  permission: 'experts.manage',
  summary: 'Schedules an order by hand for a Mixed expert. It is marked so wherever it is shown.',
  input: z.object({
    tid,
    symbol: z.string().trim().toUpperCase().max(12),
    TYPE: z.enum(tradeTypes, phrases.choose_buy_or_sell),
    interval: numberInput,
    /** From now, so that the clock of whoever schedules does not matter. */
    inSeconds: numberInput,
    reason: z.string().trim().min(10, phrases.reason_at_least_10).max(300, phrases.reason_at_most_300),
  }),
  output: outcomeOutput,
  refusals: {
    not_found: notFound,
    trader_stopped: { status: 409, message: '{name} has stopped trading.' },
    not_mixed: { status: 409, message: '{name} only follows its rule. Only a Mixed expert accepts manual orders.' },
    unknown_symbol: { status: 400, message: 'The symbol {symbol} doesn’t exist.' },
    bad_interval: { status: 400, message: 'Choose 5, 10, 30, 60 or 180 seconds.' },
    bad_time: { status: 400, message: 'Choose a time between now and a week from now.' },
  },
})

export const expertsScheduled = defineCall({
  name: 'experts.scheduled',
  module: 'copying',
  method: 'GET',
  access: 'operator',
  permission: 'experts.manage',
  summary: 'Orders scheduled by hand, newest first.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      tid: z.string(),
      symbol: z.string(),
      type: z.enum(tradeTypes),
      interval: z.number().int(),
      at: z.number(),
      reason: z.string(),
      state: z.enum(['waiting', 'placed', 'refused']),
      note: z.string().nullable(),
    }),
  ),
  refusals: {},
})

export const expertsStop = defineCall({
  name: 'experts.stop',
  module: 'copying',
  method: 'POST',
  access: 'operator',
  permission: 'experts.manage',
  summary: 'Stops an expert for good. It stays listed with its record; its copiers are told.',
  input: z.object({
    tid,
    reason: z.string().trim().min(10, phrases.reason_at_least_10).max(300, phrases.reason_at_most_300),
  }),
  output: outcomeOutput,
  refusals: { not_found: notFound, trader_stopped: { status: 409, message: '{name} has stopped trading.' } },
})

/** Experts and copying. */
export const copyingCalls = {
  traders: tradersCall,
  experts: expertsCall,
  'traders.show': tradersShow,
  'traders.record': tradersRecordCall,
  copytrader,
  'copies.set': copiesSet,
  copies: copiesCall,
  'copies.gaps': copiesGaps,
  'experts.schedule': expertsSchedule,
  'experts.scheduled': expertsScheduled,
  'experts.stop': expertsStop,
}
