import { phraseOutput } from '../../sentences/phrase-output.ts'
import { z } from 'zod'
import { outcomeFields } from '../../sentences/outcomes.ts'
import { tradeStates } from '../../states/trade-states.ts'
import { refusedPrice } from '../markets/markets.ts'
import { defineCall, numberInput, pageInput } from '../../call.ts'
import { amountInput, amountOutput } from '../../money.ts'
import { pauseRefusals } from '../limits/own-limits.ts'

/** Lengths of a trade, in seconds. Source: docs/spec/product.md section 5. */
export const tradeIntervals = [5, 10, 30, 60, 180] as const
export type TradeInterval = (typeof tradeIntervals)[number]

export const tradeTypes = ['BUY', 'SELL'] as const
export type TradeType = (typeof tradeTypes)[number]

/**
 * Who placed a trade: the customer, the customer's robot, or a copy of an expert's trade. On an expert's account, it is
 * the expert's strategy or an operator.
 */
export const tradeMakers = ['customer', 'robot', 'copy', 'strategy', 'operator'] as const
export type TradeMaker = (typeof tradeMakers)[number]

export const tradeRecord = z.object({
  id: z.string(),
  by: z.enum(tradeMakers),
  amount: amountOutput,
  cur: z.string(),
  asset: z.string(),
  /** Time of acceptance, ISO 8601 in UTC. */
  dt: z.string(),
  type: z.enum(tradeTypes),
  interval: z.number().int(),
  /** First price after acceptance; null until it arrives. */
  strike: z.string().nullable(),
  exit: z.string().nullable(),
  acceptedAt: z.number(),
  expiresAt: z.number(),
  settledAt: z.number().nullable(),
  status: z.enum(tradeStates),
  /** 'true' means won, 'false' not won, 'null' not settled: text, as specified in docs/spec/product.md section 3. */
  result: z.enum(['true', 'false', 'null']),
  /** Why a trade is void. */
  reason: z.string().nullable(),
  reasonPhrase: phraseOutput.nullable(),
  payoutBps: z.number().int(),
  /** Payout: stake and profit, only the stake, or 0.00; null while open. */
  returned: amountOutput.nullable(),
})
export type TradeRecord = z.infer<typeof tradeRecord>

export const trade = defineCall({
  name: 'trade',
  module: 'trading',
  method: 'POST',
  access: 'customer',
  scope: 'trade',
  summary: 'Places a BUY or SELL order. The stake is taken immediately; only the published ticks decide the result.',
  input: z.object({
    symbols: z.string().trim().toUpperCase().max(12),
    amount: amountInput,
    interval: numberInput,
    TYPE: z.string().trim().toUpperCase().max(8),
  }),
  output: z.object({
    ...outcomeFields,
    /** Number of the customer's open trades including this one. */
    activeTrades: z.number().int(),
    /** Seconds until expiry. */
    count: z.number().int(),
    id: z.string(),
    acceptedAt: z.number(),
    expiresAt: z.number(),
    payoutBps: z.number().int(),
    breakEvenBps: z.number().int(),
    balance: amountOutput,
  }),
  refusals: {
    unknown_symbol: { status: 400, message: 'The symbol {symbol} doesn’t exist.' },
    bad_type: { status: 400, message: 'Choose BUY or SELL.' },
    bad_interval: { status: 400, message: 'Choose 5, 10, 30, 60 or 180 seconds.' },
    bad_amount: { status: 400, message: 'Enter an amount with at most two decimal places.' },
    amount_too_small: { status: 400, message: 'The minimum stake is {min}.' },
    amount_too_large: { status: 400, message: 'The maximum stake is {max}.' },
    account_frozen: {
      status: 403,
      message: 'Your account is frozen. Your security page shows why and how to have it unfrozen.',
    },
    ...pauseRefusals,
    session_limit: { status: 403, message: 'You have reached your session limit of {minutes} minutes.' },
    reality_due: { status: 403, message: 'Confirm your reality check first.' },
    own_stake_limit: { status: 403, message: 'Your own limit is {max} per trade.' },
    market_closed: { status: 409, message: '{symbol} is now closed. You weren’t charged.' },
    symbol_stale: {
      status: 409,
      message: 'We have no current price for {symbol}. You weren’t charged. Try again when the price moves.',
    },
    key_reused: { status: 409, message: 'This idempotency key was already used for another order.' },
    insufficient_balance: { status: 409, message: 'Your balance of {balance} doesn’t cover this trade.' },
    too_many_open: { status: 409, message: 'You have {max} open trades, which is the maximum.' },
    stake_limit: { status: 409, message: 'This would put more than {max} at stake at the same time.' },
    own_loss_limit: {
      status: 403,
      message: 'This order could take your losses past your own limit of {max} per {period}.',
    },
    exposure_limit: {
      status: 409,
      message: 'The house has reached its limit for {symbol} at this expiry. Try a smaller amount or another time.',
    },
    outcome_unknown: {
      status: 503,
      message:
        'We couldn’t confirm this order in time. Check your trades, or send it again with the same idempotency ' +
        'key. It counts only once.',
    },
  },
  movesMoney: true,
})

export const trades = defineCall({
  name: 'trades',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Lists the customer’s trades, oldest first within a response: the newest 100, or page `p` with ten per page, ' +
    'newest page first.',
  input: z.object({ p: pageInput.optional() }),
  output: z.array(tradeRecord),
  refusals: {},
})

export const tradesCount = defineCall({
  name: 'trades.count',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary: 'Counts the customer’s trades by state.',
  input: z.object({}),
  output: z.object({
    all: z.number().int(),
    open: z.number().int(),
    won: z.number().int(),
    lost: z.number().int(),
    tie: z.number().int(),
    void: z.number().int(),
  }),
  refusals: {},
})

export const portfolio = defineCall({
  name: 'portfolio',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the parts of Portfolio Balance: cash by account and stakes of open trades. Also returns coins that ' +
    'were mined or can be refunded, which aren’t part of the sum.',
  input: z.object({}),
  output: z.object({
    cur: z.string(),
    total: amountOutput,
    cash: z.array(
      z.object({
        id: z.string(),
        account: z.enum(['trading', 'bonus', 'farming', 'other', 'stakes']),
        amount: amountOutput,
      }),
    ),
    coins: z.array(
      z.object({
        id: z.string(),
        account: z.enum(['mining', 'refund', 'other']),
        coin: z.string(),
        unit: z.string(),
        amount: amountOutput,
      }),
    ),
  }),
  refusals: {},
})

export const totalbalance = defineCall({
  name: 'totalbalance',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  summary:
    'Returns Portfolio Balance, the customer’s cash plus the stakes of open trades, as a bare number in the ' +
    'customer’s currency.',
  input: z.object({}),
  output: z.number(),
  refusals: {},
})

/** Terms shown before an order: limits by currency and the version of the rules. */
export const tradingTerms = defineCall({
  name: 'trades.terms',
  module: 'trading',
  method: 'GET',
  access: 'public',
  summary:
    'Returns the limits, intervals and rules in force, to be shown before an order, and every version of the rules.',
  input: z.object({}),
  output: z.object({
    ruleVersion: z.string(),
    /** Text of the rules. */
    rules: z.string(),
    rulesPhrase: phraseOutput,
    /** All versions of the rules, newest first, with the day from which each applies to new trades. */
    history: z.array(
      z.object({ version: z.string(), text: z.string(), textPhrase: phraseOutput, since: z.iso.date() }),
    ),
    /** Currency of the amounts: the customer's, or USD. */
    cur: z.string(),
    intervals: z.array(z.number().int()),
    minAmount: amountOutput,
    maxAmount: amountOutput,
    maxOpenTrades: z.number().int(),
    maxOpenStake: amountOutput,
  }),
  refusals: {},
})

export const receiptTick = z.object({
  seq: z.number().int(),
  at: z.number(),
  bid: z.string(),
  ask: z.string(),
  price: z.string(),
  source: z.string(),
  hash: z.string(),
})

/**
 * Everything needed to recompute a trade's result. `npm run verify:receipt -- FILE` checks a receipt offline; given a
 * server address, it also compares it with the public calls.
 */
export const tradeReceipt = z.object({
  format: z.literal('tallystick-receipt-1'),
  order: tradeRecord.omit({ reasonPhrase: true }).extend({
    id: z.string(),
    customer: z.string(),
    symbol: z.string(),
    scale: z.number().int(),
    breakEvenBps: z.number().int(),
    expectedValueBps: z.number().int(),
  }),
  rules: z.object({
    version: z.string(),
    strikeToleranceMs: z.number().int(),
    exitToleranceMs: z.number().int(),
    text: z.string(),
  }),
  /**
   * Runs of consecutive ticks in the symbol's hash chain, around entry and exit. `before` is the hash before the first
   * tick.
   */
  ticks: z.object({
    entry: z.object({ before: z.string(), ticks: z.array(receiptTick) }),
    exit: z.object({ before: z.string(), ticks: z.array(receiptTick) }),
  }),
  /**
   * Prices refused around entry and exit, with reasons: the newest 100 for each reason. They don't affect the result.
   * Older receipts lack them. If `completeSince` (epoch ms) is set, earlier ones may be missing because they were
   * removed or only counted.
   */
  refused: z
    .object({ entry: z.array(refusedPrice), exit: z.array(refusedPrice), completeSince: z.number().optional() })
    .optional(),
  /**
   * Times between acceptance and expiry at which the symbol's price record restarted with prices that don't continue
   * the earlier ones, and why. Such a trade is void. Older receipts lack them.
   */
  seams: z.array(z.object({ at: z.number(), reason: z.string() })).optional(),
  outcome: z.object({
    status: z.enum(tradeStates),
    strikeSeq: z.number().nullable(),
    exitSeq: z.number().nullable(),
    returned: amountOutput.nullable(),
    reason: z.string().nullable(),
  }),
  /**
   * Ledger transfers of this trade. `batch` is the link in the ledger's hash chain that holds the transfer: `7/1234` is
   * batch 1234 of shard 7, counted from 1. The call `ledger.batch` returns it, and each solvency statement publishes
   * the newest link of every shard. `from` and `to` are a customer's accounts (prefixed with the ID) or the house's.
   * `order` is the trade's ID; `note` describes the order and is part of the hash chain. In older receipts `batch` is
   * only the shard, and the other fields may be missing; transfers of older trades have no note.
   */
  transfers: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      amount: amountOutput,
      at: z.number(),
      batch: z.string(),
      asset: z.string().optional(),
      from: z.string().optional(),
      to: z.string().optional(),
      order: z.string().nullable().optional(),
      note: z.string().nullable().optional(),
    }),
  ),
  /**
   * Proofs that the transparency log contains the batches of all transfers: docs/spec/proof.md section 5. Missing for
   * up to two seconds, until the log contains them, and in older receipts.
   */
  log: z
    .array(
      z.object({
        /** The batch's entry in the log. */
        entry: z.string(),
        /** Proof in the format of c2sp.org/tlog-proof. */
        proof: z.string(),
        /** The trade's transfers in this batch: canonical text, and path to the batch's root in base64. */
        transfers: z.array(z.object({ id: z.string(), encoding: z.string(), path: z.array(z.string()) })),
      }),
    )
    .optional(),
  /** SHA-256 of `canonicalReceipt`, hexadecimal. Detects a damaged receipt. */
  digest: z.string(),
})
export type TradeReceipt = z.infer<typeof tradeReceipt>

/** Returns the text that a receipt's digest covers: its JSON without the digest, keys sorted, without whitespace. */
export function canonicalReceipt({
  digest: _,
  ...receipt
}: Omit<TradeReceipt, 'digest'> & { digest?: string }): string {
  return JSON.stringify(receipt, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

export const tradesReceipt = defineCall({
  name: 'trades.receipt',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the receipt of one of the customer’s trades. A transfer’s `batch` is its link in the ledger’s hash ' +
    'chain: shard and number, such as `7/1234`.',
  input: z.object({ id: z.string().max(64) }),
  output: tradeReceipt,
  refusals: { not_found: { status: 404, message: 'This trade doesn’t exist.' } },
})

export const tradingCalls = {
  trade,
  trades,
  'trades.count': tradesCount,
  'trades.terms': tradingTerms,
  'trades.receipt': tradesReceipt,
  totalbalance,
  portfolio,
}
