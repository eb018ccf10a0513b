import { z } from 'zod'
import { activityGroups, noteCharacters, tradeReasons, verdicts, type ActivityGroup } from '../../activity.ts'
import { binaryOutput, defineCall, numberInput, type Call } from '../../call.ts'
import { amountOutput } from '../../money.ts'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { phrases } from '../../sentences/phrases.ts'
import { tradeStates } from '../../states/trade-states.ts'
import { statementEntry, statementInput } from '../identity/statement.ts'
import { tradeRecord, tradeTypes } from './trading.ts'

const moment = numberInput.pipe(z.number().int(phrases.enter_whole_number).min(0, phrases.enter_whole_number))
const groups = Object.keys(activityGroups) as [ActivityGroup, ...ActivityGroup[]]

/** Filters of a customer's activity. Forms send empty text for a filter that isn't used. */
const filterFields = {
  group: z.enum(groups, phrases.choose_filter).optional(),
  account: statementInput.shape.account,
  symbol: z.string().trim().toUpperCase().max(12).optional(),
  result: z.enum(tradeStates, phrases.choose_filter).optional(),
  reason: z.enum(tradeReasons, phrases.choose_filter).optional(),
  /** Epoch milliseconds; `to` is exclusive. */
  from: moment.optional(),
  to: moment.optional(),
  /** Words that a line must contain: a symbol, a side, a state, a kind of transfer, an account, a note or an ID. */
  search: z.string().trim().max(100).optional(),
  /**
   * Transfer kinds, trade states and trade reasons, separated by commas, that the search also matches. Pages list those
   * whose names in the reader's language contain the search.
   */
  named: z
    .string()
    .max(1000)
    .regex(/^[\w,]*$/, phrases.invalid_id)
    .optional(),
}

export const whyOutput = z.object({ reason: z.enum(tradeReasons), text: z.string() })

/** A trade with its result, or a ledger entry that doesn't belong to a trade. */
export const activityLine = z.object({
  id: z.string(),
  at: z.string(),
  asset: z.string(),
  /** Net result of a trade, minus the stake while it is open; otherwise as in the statement. */
  amount: amountOutput,
  trade: tradeRecord.nullable(),
  why: whyOutput.nullable(),
  entry: statementEntry.nullable(),
})

const activity = defineCall({
  name: 'activity',
  module: 'trading',
  // Not a GET: proxies log URLs, and the search is free text.
  method: 'POST',
  access: 'customer',
  scope: 'read',
  summary:
    'Lists what happened on the customer’s accounts, newest first, 50 lines per page: each trade with its result, ' +
    'and every ledger entry that doesn’t belong to a trade. A reservation disappears when it ends. `next` is the ' +
    '`before` of the following page.',
  input: z.object({
    ...filterFields,
    before: z
      .string()
      .regex(/^\d{1,15}\.(e\.\d{1,18}|t\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, phrases.invalid_id)
      .optional(),
  }),
  output: z.object({ lines: z.array(activityLine), next: z.string().nullable() }),
  refusals: {},
})

const totals = defineCall({
  name: 'activity.totals',
  module: 'trading',
  // Not a GET: proxies log URLs, and the search is free text.
  method: 'POST',
  access: 'customer',
  scope: 'read',
  summary:
    'Counts the lines that match the filter and sums their amounts by asset. Trades count with their net result, ' +
    'open ones with their stake. Transfers between the customer’s own accounts count only if the filter names an ' +
    'account. `winBps` is the share of won among won and lost trades.',
  input: z.object(filterFields),
  output: z.object({
    lines: z.number().int(),
    sums: z.array(
      z.object({ asset: z.string(), unit: z.string(), in: amountOutput, out: amountOutput, net: amountOutput }),
    ),
    trades: z.object({
      all: z.number().int(),
      open: z.number().int(),
      won: z.number().int(),
      lost: z.number().int(),
      winBps: z.number().int().nullable(),
    }),
  }),
  refusals: {},
})

const exported = defineCall({
  name: 'activity.export',
  module: 'trading',
  // Not a GET: proxies log URLs, and the search is free text.
  method: 'POST',
  access: 'customer',
  scope: 'read',
  summary:
    'Streams all lines that match the filter as a CSV or JSON file, newest first. A customer can have two of these ' +
    'downloads open at once; a third is refused with `busy`.',
  input: z.object({ ...filterFields, as: z.enum(['csv', 'json'], phrases.choose_csv_or_json).default('csv') }),
  output: binaryOutput,
  refusals: {},
})

const entries = defineCall({
  name: 'activity.entries',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists the ledger entries behind a line, oldest first: those of a trade, or those with the same reference as an ' +
    'entry. `batch` is the link of the ledger’s hash chain, such as `7/1234`, for the call `ledger.batch`.',
  input: z.object({
    id: z
      .string()
      .max(64)
      .regex(/^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, phrases.invalid_id),
  }),
  output: z.array(statementEntry.extend({ batch: z.string() })),
  refusals: { not_found: { status: 404, message: 'This entry doesn’t exist.' } },
})

const note = defineCall({
  name: 'trades.note',
  module: 'trading',
  method: 'POST',
  access: 'customer',
  scope: 'trade',
  summary:
    'Stores why the customer placed a trade, with an optional text of at most 280 characters, or removes the note if ' +
    '`reason` is empty. The text is stored encrypted, shown only to the customer, and erased when the account is ' +
    'closed.',
  input: z.object({
    id: z.uuid(phrases.invalid_id),
    reason: z.enum([...tradeReasons, ''], phrases.choose_trade_reason),
    text: z.string().trim().max(noteCharacters, phrases.note_at_most_280).default(''),
  }),
  output: outcomeOutput,
  refusals: { not_found: { status: 404, message: 'This trade doesn’t exist.' } },
})

const bps = z.number().int()
/** Statistics of a set of settled trades. Rates are null if no trade was won or lost. */
const figures = {
  /** Settled trades, including ties and void trades. */
  trades: z.number().int(),
  won: z.number().int(),
  lost: z.number().int(),
  /** Share of won trades among won and lost ones, with the bounds of its 95% Wilson interval. */
  winBps: bps.nullable(),
  lowBps: bps.nullable(),
  highBps: bps.nullable(),
  /** The win rate at which trades with these stakes and payouts break even. */
  breakEvenBps: bps.nullable(),
  staked: amountOutput,
  net: amountOutput,
  /** Expected loss of the won and lost stakes at even odds: stake × (1 − payout) / 2. */
  expectedLoss: amountOutput,
}
const group = z.object({ key: z.string(), ...figures })

const statistics = defineCall({
  name: 'trades.statistics',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns statistics of the customer’s trades placed from `from` to before `to` (epoch ms): win rate with its ' +
    'confidence interval, break-even rate and net result, overall and by symbol, side, interval, hour of day and ' +
    'stated reason. `offset`: minutes of the customer’s time zone ahead of UTC. `today`, `session` and `streak` ' +
    'always refer to now. A session is a run of trades without a break of more than 30 minutes.',
  input: z.object({
    from: moment.optional(),
    to: moment.optional(),
    offset: numberInput
      .pipe(
        z
          .number()
          .int(phrases.enter_whole_number)
          .min(-840, phrases.enter_whole_number)
          .max(840, phrases.enter_whole_number),
      )
      .default(0),
  }),
  output: z.object({
    cur: z.string(),
    all: z.object(figures),
    /** How the interval compares with the break-even rate. */
    verdict: z.enum(verdicts),
    /**
     * Number of won and lost trades at which this win rate would differ from break-even with 95% confidence; null if
     * never.
     */
    tradesNeeded: z.number().int().nullable(),
    symbols: z.array(group),
    sides: z.array(group.extend({ key: z.enum(tradeTypes) })),
    intervals: z.array(group),
    hours: z.array(group),
    /** The key is empty for trades without a reason. */
    reasons: z.array(group),
    largestLoss: z.object({ id: z.string(), at: z.string(), symbol: z.string(), amount: amountOutput }).nullable(),
    streak: z.object({ result: z.enum(['WON', 'LOST']), trades: z.number().int() }).nullable(),
    today: z.object({ trades: z.number().int(), net: amountOutput }),
    session: z.object({ trades: z.number().int(), net: amountOutput, since: z.string() }).nullable(),
  }),
  refusals: {},
})

export const activityCalls = {
  activity,
  'activity.totals': totals,
  'activity.export': exported,
  'activity.entries': entries,
  'trades.note': note,
  'trades.statistics': statistics,
} as const satisfies Record<string, Call>
