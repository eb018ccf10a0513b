import { experts, methodWords, skipWords } from '../experts.ts'

/** The rules of trades by version. A version never changes once a trade has used it. */
const tradeRules = {
  trade_rules_1: [
    'The strike is the first tick of the symbol after the time of acceptance.',
    'The exit is the last tick at or before the expiry, which is the time of acceptance plus the interval.',
    'A BUY wins if the exit is above the strike, a SELL wins if the exit is below the strike.',
    'If the two are equal, the trade is a tie and the stake is returned.',
    'The trade is void and the stake is returned if the strike comes later than the tolerance after acceptance or ' +
      'after the expiry,',
    'if the exit is older than the tolerance at the expiry,',
    'or if the price record did not reach the expiry in time.',
    'A winning trade returns the stake and the stake times the payout rate, rounded down to the minor unit.',
    'Nobody can set a result.',
  ].join(' '),
  trade_rules_2: [
    'The strike is the first tick of the symbol after the time of acceptance.',
    'The exit is the last tick at or before the expiry, which is the time of acceptance plus the interval.',
    'A BUY wins if the exit is above the strike, a SELL wins if the exit is below the strike.',
    'If the two are equal, the trade is a tie and the stake is returned.',
    'The trade is void and the stake is returned if the strike comes later than the tolerance after acceptance or ' +
      'after the expiry,',
    'if the exit is older than the tolerance at the expiry,',
    'or if the price record began again between acceptance and expiry, so that its prices do not continue each other.',
    'A price record that does not reach the expiry within the tolerance and one minute is closed: no earlier tick ' +
      'is added to it.',
    'A winning trade returns the stake and the stake times the payout rate, rounded down to the minor unit.',
    'Nobody can set a result.',
  ].join(' '),
} as const

/** Why a trade is void. */
const voidReasons = {
  void_no_strike: 'No price arrived between the order and its expiry, so the stake was returned.',
  void_strike_late:
    'The first price after the order arrived more than {seconds} seconds later, so the stake was returned.',
  void_exit_stale: 'The last price before the expiry was older than {seconds} seconds, so the stake was returned.',
  // Only for trades under version 1 of the rules. Later versions close a stalled record and settle the trade by its
  // ticks.
  void_feed_stopped: 'The price feed stopped before the expiry and did not resume in time, so the stake was returned.',
  void_record_restarted: 'The price record restarted between the order and its expiry, so the stake was returned.',
} as const

/** The strategies of experts and robots, their rules, and why one gave a signal. */
const strategies = {
  strategy_average_cross: 'Moving average cross',
  strategy_half_hour: 'Half-hour clock',
  strategy_mean_reversion: 'Mean reversion',
  strategy_momentum_breakout: 'Momentum breakout',
  strategy_range_fade: 'Range fade',
  strategy_trend_pullback: 'Trend pullback',
  rule_average_cross:
    '30-second candles. When the average of the newest {fast} closes rises from at or below the average of the ' +
    'newest {slow} to above it, BUY for 180 seconds; when it falls from at or above it to below it, SELL for 180 ' +
    'seconds. Otherwise, do nothing.',
  rule_half_hour:
    'One-minute candles. Act only when the last minute before the hour or half hour (UTC) has closed. If the price ' +
    'rose over the newest {minutes} candles, BUY for 180 seconds; if it fell, SELL for 180 seconds. At all other ' +
    'times, do nothing.',
  rule_mean_reversion:
    '15-second candles. When a close is {far} or more standard deviations above the average of the newest {count} ' +
    'closes, SELL for 30 seconds; when it is as far below, BUY for 30 seconds. Otherwise, do nothing.',
  rule_momentum_breakout:
    '30-second candles. When a candle closes above the highest price of the previous {before} candles, BUY for 60 ' +
    'seconds; when it closes below their lowest price, SELL for 60 seconds. Otherwise, do nothing.',
  rule_range_fade:
    '10-second candles. The newest {count} closes are sideways when their net move is at most {sideways}% of the ' +
    'sum of their moves. While they are sideways: if the newest close is in the top {edge}% of their range, SELL ' +
    'for 30 seconds; if it is in the bottom {edge}%, BUY for 30 seconds. Otherwise, do nothing.',
  rule_trend_pullback:
    '60-second candles. The trend is up when the average of the newest {count} closes is higher than {since} ' +
    'candles ago, and down when it is lower. In an uptrend, when a candle closes below its open but still above ' +
    'the average, BUY for 180 seconds. In a downtrend, when a candle closes above its open but still below the ' +
    'average, SELL for 180 seconds. Otherwise, do nothing.',
  rule_of_expert: '{rule} {method}',
  method_manual: methodWords.Manual,
  method_mixed: methodWords.Mixed,
  signal_above_average: 'closed {score} standard deviations above the average',
  signal_above_channel: 'closed above the high of the previous {before} candles',
  signal_average_fell: 'the {fast}-candle average fell below the {slow}-candle average',
  signal_average_rose: 'the {fast}-candle average rose above the {slow}-candle average',
  signal_below_average: 'closed {score} standard deviations below the average',
  signal_below_channel: 'closed below the low of the previous {before} candles',
  signal_half_hour_down: 'down over the {minutes} minutes before the half hour',
  signal_half_hour_up: 'up over the {minutes} minutes before the half hour',
  signal_range_bottom: 'at the bottom of a sideways range',
  signal_range_top: 'at the top of a sideways range',
  signal_step_back: 'a pullback in an uptrend',
  signal_step_up: 'a rally in a downtrend',
} as const

/**
 * Why a robot stopped automatically. The keys are the refusal codes of orders, and `loss_limit`. The email about the
 * stop contains the same text.
 */
export const robotEndings = {
  insufficient_balance: 'Stopped: your balance doesn’t cover its stake.',
  account_frozen: 'Stopped: your account is frozen.',
  timed_out: 'Stopped: you are taking a time-out.',
  excluded: 'Stopped: you have excluded yourself from trading.',
  own_stake_limit: 'Stopped: its stake is above your own limit for one trade.',
  own_loss_limit: 'Stopped: another order could exceed your own loss limit.',
  amount_too_small: 'Stopped: its stake is below the minimum stake.',
  amount_too_large: 'Stopped: its stake is above the maximum stake.',
  loss_limit:
    'Stopped at its loss limit: it lost {lost} of {limit} {asset}, and another stake of {stake} could exceed it.',
} as const
export type RobotEnding = keyof typeof robotEndings

/** What a robot did last. */
const robots = {
  robot_active: 'ACTIVE: {strategy}',
  robot_order: '{type} on {symbol}: {reason}.',
  robot_stopped_by_you: 'You stopped the robot.',
  robot_waits_for_reality_check: '{symbol}: waiting for you to confirm your reality check.',
  robot_waits_for_session: "{symbol}: waiting because you reached today's session limit.",
  robot_skipped_closed_market: '{symbol}: skipped a signal because the market is closed.',
  robot_skipped_stale_price: '{symbol}: skipped a signal because there was no recent price.',
  robot_skipped: '{symbol}: skipped a signal because the order was refused.',
} as const

/** Reports on settled trades. */
const reports = {
  report_lost: 'Your {type} on {symbol} lost {amount}.',
  report_tie: 'Your {type} on {symbol} ended in a tie. Your stake of {amount} was returned.',
  report_void: 'Your {type} on {symbol} is void. Your stake of {amount} was returned.',
  report_won: 'Your {type} on {symbol} won {amount}.',
} as const

/** When a symbol's market is open. */
const hours = {
  hours_always: 'Around the clock',
  hours_forex: 'Sunday 17:03 to Friday 16:58 New York time, with a five-minute break at 16:58 each day',
  hours_recorded: 'Recorded prices, open while the recording plays',
  hours_simulated: 'Simulated market, open around the clock',
  hours_us_equity: 'Monday to Friday, 09:30 to 16:00 New York time, except on exchange holidays',
} as const

/** Why copying stopped. */
const copies = {
  copy_stopped_by_stop_loss: 'Stopped: another copied trade could have pushed your losses past your stop-loss.',
  copy_stopped_with_expert: 'Stopped: the trader has stopped trading.',
  expert_stopped: 'Stopped: {reason}',
} as const

type Prefixed<Prefix extends string, Texts> = { readonly [Key in keyof Texts & string as `${Prefix}_${Key}`]: string }

function prefixed<Prefix extends string, Texts extends Record<string, string>>(prefix: Prefix, texts: Texts) {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${prefix}_${key}`, text])) as Prefixed<
    Prefix,
    Texts
  >
}

export const tradingPhrases = {
  ...tradeRules,
  ...voidReasons,
  ...strategies,
  ...robots,
  ...hours,
  ...reports,
  ...copies,
  ...prefixed('robot_stopped', robotEndings),
  ...prefixed('copy_skipped', skipWords),
  ...(Object.fromEntries(experts.map(({ id, description }) => [`expert_${id}`, description])) as {
    [Key in `expert_${(typeof experts)[number]['id']}`]: string
  }),
} as const
