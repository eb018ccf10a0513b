/** Groups by which customers filter their activity, with the kinds of ledger transfer in each. */
export const activityGroups = {
  trades: ['stake', 'stake_return', 'void_return', 'profit', 'loss'],
  deposits: ['deposit'],
  withdrawals: ['withdrawal', 'withdrawal_fee'],
  mining: ['mining_purchase', 'mining_output', 'mining_refund'],
  yield: ['farming_lock', 'farming_return', 'farming_interest'],
  copying: ['copy_profit_share'],
  affiliates: ['affiliate_commission'],
  bonus: ['bonus', 'practice_grant'],
  corrections: ['correction'],
  other: ['move', 'conversion', 'fee', 'dust'],
} as const
export type ActivityGroup = keyof typeof activityGroups

/** Why a customer placed a trade, in the customer's own view. */
export const tradeReasons = ['trend', 'news', 'hunch', 'revenge', 'plan', 'other'] as const
export type TradeReason = (typeof tradeReasons)[number]

/** Maximum length of a note on a trade, in characters. */
export const noteCharacters = 280

/** How a win rate compares with the break-even rate; see `trades.statistics`. */
export const verdicts = ['too_few', 'unclear', 'above', 'below'] as const
export type Verdict = (typeof verdicts)[number]
