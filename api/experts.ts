/** Texts and constants that pages use for experts and copying. Contains no schemas. */

export const expertMethods = ['Manual', 'Mixed'] as const
export type ExpertMethod = (typeof expertMethods)[number]
export const expertStyles = ['Day', 'Swing', 'HODL', 'Daytrading'] as const
export type ExpertStyle = (typeof expertStyles)[number]

export const methodWords = {
  Manual: 'One published rule, followed to the letter. Nobody adds an order or leaves one out.',
  Mixed: 'One published rule, plus orders that an operator schedules by hand. Each of these orders is marked.',
} as const satisfies Record<ExpertMethod, string>

export type Expert = {
  id: string
  name: string
  description: string
  method: ExpertMethod
  style: ExpertStyle
  /** ID of a strategy in `server/copying/strategies`. */
  strategy: string
  symbols: readonly string[]
  /** The expert's share of a copier's new profits, in basis points. */
  profitShareBps: number
}

/**
 * The six strategy accounts. All start with the same capital and stake the same share of it. Source:
 * docs/spec/product.md section 3, docs/spec/truth.md section 2.
 */
export const experts = [
  {
    id: 'breakwater',
    name: 'Breakwater',
    description: 'Follows a coin when it breaks out of its range.',
    method: 'Manual',
    style: 'Day',
    strategy: 'momentum-breakout',
    symbols: ['BTCUSD', 'ETHUSD'],
    profitShareBps: 1_000,
  },
  {
    id: 'pendulum',
    name: 'Pendulum',
    description: 'Bets on a return to the average.',
    method: 'Mixed',
    style: 'Daytrading',
    strategy: 'mean-reversion',
    symbols: ['EURUSD', 'GBPUSD'],
    profitShareBps: 1_500,
  },
  {
    id: 'crossing',
    name: 'Crossing',
    description: 'Trades the crossover of two moving averages.',
    method: 'Manual',
    style: 'Swing',
    strategy: 'average-cross',
    symbols: ['BTCUSD', 'EURUSD'],
    profitShareBps: 500,
  },
  {
    id: 'shoreline',
    name: 'Shoreline',
    description: 'Sells the top of a range and buys its bottom.',
    method: 'Mixed',
    style: 'Daytrading',
    strategy: 'range-fade',
    symbols: ['ETHUSD', 'NVDA'],
    profitShareBps: 1_000,
  },
  {
    id: 'tailwind',
    name: 'Tailwind',
    description: 'Waits for a trend to pause, then joins it.',
    method: 'Manual',
    style: 'Swing',
    strategy: 'trend-pullback',
    symbols: ['GBPUSD', 'NVDA'],
    profitShareBps: 1_000,
  },
  {
    id: 'steadfast',
    name: 'Steadfast',
    description: 'Trades only on the half hour, with the longest interval.',
    method: 'Mixed',
    style: 'HODL',
    strategy: 'half-hour',
    symbols: ['BTCUSD', 'ETHUSD', 'NVDA'],
    profitShareBps: 500,
  },
] as const satisfies readonly Expert[]

export type ExpertId = (typeof experts)[number]['id']

/** All symbols that experts trade. */
export const expertSymbols = [...new Set(experts.flatMap(({ symbols }) => symbols))]

/** Starting capital of each expert, in play-money dollars, and the share of its account that it stakes per order. */
export const expertCapital = '10000.00'
export const expertStakeBps = 100

/** With fewer decided trades, an expert is shown as new and isn't ranked. */
export const maturityTrades = 30

/** At least this share of the account stays free after each copied trade. Source: docs/spec/product.md section 9. */
export const freeBps = 1_000
/** Minimum copied trade, in the copier's currency. Source: docs/spec/product.md section 9. */
export const smallestCopy = '10.00'

export const copyModes = ['fixed', 'proportional'] as const
export type CopyMode = (typeof copyModes)[number]

/** Why a copy wasn't placed, by code. The codes are refusals of the call `trade` and copying's own reasons. */
export const skipWords = {
  paused: 'You paused copying.',
  filtered: 'Your filter excludes this asset class.',
  above_max_stake: 'The stake would have exceeded your maximum stake.',
  stop_loss: 'The trade could have pushed your losses past your stop-loss.',
  amount_too_small: 'The stake would have been below the minimum stake.',
  amount_too_large: 'The stake would have been above the maximum stake.',
  too_little_free: 'Less than a tenth of your account would have remained available.',
  insufficient_balance: 'Your balance didn’t cover the trade.',
  own_stake_limit: 'The stake was above your own limit per trade.',
  own_loss_limit: 'The trade could have pushed your losses past your own limit.',
  session_limit: 'You reached your own daily time limit.',
  reality_due: 'You hadn’t confirmed your reality check.',
  timed_out: 'You were on a time-out.',
  excluded: 'You had excluded yourself.',
  account_frozen: 'Your account was frozen.',
  too_many_open: 'You had the maximum number of open trades.',
  stake_limit: 'You had the maximum amount at stake.',
  exposure_limit: 'The house had reached its limit for this symbol and time.',
  busy: 'The platform couldn’t accept the order in time.',
  interrupted: 'The platform was interrupted while placing the copies.',
} as const
