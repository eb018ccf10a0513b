import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { defineCall, numberInput, pageInput } from '../../call.ts'
import { copyModes, expertMethods, expertStyles } from '../../experts.ts'
import { amountInput, amountOutput } from '../../money.ts'
import { tradeMakers, tradeRecord, tradeTypes } from '../trading/trading.ts'
import { tradeStates } from '../../states/trade-states.ts'
import { phrases } from '../../sentences/phrases.ts'
import { pauseRefusals } from '../limits/own-limits.ts'

const tid = z.string().trim().max(40)
const notFound = { status: 404, message: 'This trader doesn’t exist.' }

/**
 * An expert, with figures computed from its recorded trades. `wr` and `ps` are percentages (docs/spec/product.md
 * section 3 "Trader").
 */
export const traderRecord = z.object({
  id: z.string(),
  name: z.string(),
  /** Path of a picture; if empty, pages show the name's first letter. */
  pic: z.string(),
  /** Win rate of decided trades in percent; null if there are none. */
  wr: z.number().nullable(),
  ps: z.number(),
  note: z.string(),
  notePhrase: phraseOutput,
  method: z.enum(expertMethods),
  style: z.enum(expertStyles),
  simulated: z.literal(true),
  stopped: z.boolean(),
  trades: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  /**
   * Lower end of the win rate's 95% confidence interval, and the break-even win rate of the same trades, in percent.
   */
  wrLow: z.number().nullable(),
  breakEven: z.number().nullable(),
  /** Maximum drawdown of the account, as a percentage of the preceding peak. */
  drawdown: z.number(),
  /** Risk score from 1 (lowest) to 10. */
  risk: z.number().int(),
  /** Total result of its trades, in play-money dollars and as a percentage of its capital. */
  result: amountOutput,
  resultPercent: z.number(),
  /** Rank, starting at 1; null if the expert has too few trades to be ranked or has stopped. */
  rank: z.number().int().nullable(),
  copiers: z.number().int(),
})
export type TraderRecord = z.infer<typeof traderRecord>

/**
 * An expert in a list. `series`: its account value in play-money dollars at up to 20 evenly spaced trades, newest last,
 * starting with its capital.
 */
const listedTrader = traderRecord.extend({ series: z.array(amountOutput) })
export type ListedTrader = z.infer<typeof listedTrader>

/** An expert's settled trades in one group. */
const tradeGroup = {
  trades: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  result: amountOutput,
}

export const tradersCall = defineCall({
  name: 'traders',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists all experts: best rank first, then new ones, then stopped ones. `copied` is true if the customer copies ' +
    'the expert.',
  input: z.object({}),
  output: z.array(listedTrader.extend({ copied: z.boolean() })),
  refusals: {},
})

export const expertsCall = defineCall({
  name: 'experts',
  module: 'copying',
  method: 'GET',
  access: 'public',
  summary: 'Lists all experts, for the public pages.',
  input: z.object({}),
  output: z.array(listedTrader),
  refusals: {},
})

export const tradersShow = defineCall({
  name: 'traders.show',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary: 'Returns one expert with its published rule, its account value over time and its most recent trades.',
  input: z.object({ tid }),
  output: traderRecord.extend({
    copied: z.boolean(),
    strategy: z.string(),
    strategyPhrase: phraseOutput,
    rules: z.string(),
    rulesPhrase: phraseOutput,
    symbols: z.array(z.string()),
    capital: amountOutput,
    stakePercent: z.number(),
    /** Trades before this time are practice trades, computed for the hours before the expert was created. */
    since: z.number(),
    /** At most 500 points, newest last. */
    curve: z.array(z.object({ at: z.number(), equity: amountOutput })),
    lastTrades: z.array(tradeRecord),
    /** Settled trades by symbol, most trades first, and by the hour (UTC) in which they were accepted. */
    bySymbol: z.array(z.object({ id: z.string(), ...tradeGroup })),
    byHour: z.array(z.object({ id: z.number().int().min(0).max(23), ...tradeGroup })),
  }),
  refusals: { not_found: notFound },
})

export const tradersRecordCall = defineCall({
  name: 'traders.record',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns all trades of an expert and the figures computed from them. `npm run verify:expert -- FILE ADDRESS` ' +
    'recomputes them, derives each result and each of the rule’s signals from the prices published at this ' +
    'address, and reports signals without a trade.',
  input: z.object({ tid }),
  output: z.object({
    format: z.literal('tallystick-expert-1'),
    /**
     * When the record was created, and when the expert's account was created (`since`), epoch ms. Earlier trades are
     * practice trades.
     */
    at: z.number(),
    since: z.number(),
    trader: traderRecord.omit({ notePhrase: true }),
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

/** A customer's copy settings. Amounts are in the customer's currency; an empty amount removes a limit. */
const copySettings = {
  mode: z.enum(copyModes, phrases.choose_fixed_or_proportional).optional(),
  /**
   * `fixed`: the stake of each copy. `proportional`: the part of the customer's account that mirrors the expert's
   * account.
   */
  amount: amountInput.optional(),
  /** Asset classes to copy, such as `crypto,forex`; empty means all. */
  classes: classList.optional(),
  /** Copies with a larger stake are skipped. */
  maxStake: z.union([z.literal(''), amountInput]).optional(),
  /** Copying stops before total losses could exceed this amount. */
  stopLoss: z.union([z.literal(''), amountInput]).optional(),
}
const settingRefusals = {
  bad_amount: { status: 400, message: 'Enter an amount with at most two decimal places.' },
  amount_too_small: { status: 400, message: 'The minimum amount is {min}.' },
  bad_class: { status: 400, message: 'The asset class {class} doesn’t exist.' },
}

export const copytrader = defineCall({
  name: 'copytrader',
  movesMoney: true,
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary:
    'Starts copying an expert, or stops if the customer already copies it. `to` sets the intended state, and the ' +
    'call does nothing if that state already applies. By default, a copy has a fixed stake of 10.',
  input: z.object({
    copytrade: tid,
    /** The intended state. A page may be out of date: copying may have ended in the meantime. */
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
      message: 'Your account is frozen. Your security page shows why and how to have it unfrozen.',
    },
    ...pauseRefusals,
    session_limit: { status: 403, message: 'You have reached your session limit of {minutes} minutes.' },
    reality_due: { status: 403, message: 'Confirm your reality check first.' },
  },
})

export const copiesSet = defineCall({
  name: 'copies.set',
  module: 'copying',
  method: 'POST',
  access: 'customer',
  summary: 'Changes how an expert is copied, from its next order on, or pauses copying.',
  input: z.object({ tid, ...copySettings, paused: yesNo.optional() }),
  output: outcomeOutput,
  refusals: { not_copied: { status: 404, message: 'You aren’t copying this trader.' }, ...settingRefusals },
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
  /** Why copying stopped, as text; null if the customer stopped it. */
  stopReason: z.string().nullable(),
  stopReasonPhrase: phraseOutput.nullable(),
  copied: z.number().int(),
  skipped: z.number().int(),
  open: z.number().int(),
  /** Total result of the settled copies, and the expert's share of it. */
  result: amountOutput,
  feePaid: amountOutput,
  /**
   * The result above which the next profit share is due. Losses from earlier copying of the trader must be recovered
   * first.
   */
  highWater: amountOutput,
})
export type CopyRecord = z.infer<typeof copyRecord>

export const copiesCall = defineCall({
  name: 'copies',
  module: 'copying',
  method: 'GET',
  access: 'customer',
  summary: 'Lists the experts that the customer copies or has copied, with results; running copies first.',
  input: z.object({}),
  output: z.array(copyRecord),
  refusals: {},
})

/**
 * One line of the gap ledger: `expert` + `skip` + `delay` + `price` + `rounding` + `fee` = `mine`, to the minor unit.
 */
export const gapRecord = z.object({
  id: z.string(),
  kind: z.enum(['copy', 'fee']),
  at: z.number(),
  symbol: z.string().nullable(),
  type: z.enum(tradeTypes).nullable(),
  state: z.enum(['open', 'copied', 'skipped', 'fee']),
  /** Why the copy was skipped. */
  reason: z.string().nullable(),
  reasonPhrase: phraseOutput.nullable(),
  stake: amountOutput.nullable(),
  /** The expert's result at the copy's weight. Like the other parts, it is null while the trade is open. */
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
    'Returns the gap ledger of one copied expert: for each order, the expert’s result, the customer’s result, and ' +
    'the causes of the difference. Page `p` has 50 lines, newest first. The sums cover all pages.',
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
  summary: 'Schedules a manual order for a Mixed expert. The order is marked as manual wherever it is shown.',
  input: z.object({
    tid,
    symbol: z.string().trim().toUpperCase().max(12),
    TYPE: z.enum(tradeTypes, phrases.choose_buy_or_sell),
    interval: numberInput,
    /** Relative to now, so that the operator's clock doesn't matter. */
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
  summary: 'Lists manually scheduled orders, newest first.',
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
      notePhrase: phraseOutput.nullable(),
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
  summary: 'Stops an expert permanently. It stays listed with its record, and its copiers are notified.',
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
