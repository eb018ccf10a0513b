import { t } from '@lingui/core/macro'
import { activityGroups, type ActivityGroup, type TradeReason } from '../../../../api/activity.ts'
import type { CallOutput } from '../../../data/call.ts'
import { kindNames } from '../../../shell/statement-words.ts'
import { moneyText } from '../../../ui/text/number-text.ts'
import { stateWords } from '../trades/settled.ts'

export type Line = CallOutput<'activity'>['lines'][number]
export type Entry = NonNullable<Line['entry']>

/** Returns the label of each group of activity. */
export const groupNames = (): Record<ActivityGroup, string> => ({
  trades: t`Trades`,
  deposits: t`Deposits`,
  withdrawals: t`Withdrawals`,
  mining: t`Mining`,
  yield: t`Yield`,
  copying: t`Copying`,
  affiliates: t`Affiliates`,
  bonus: t`Bonus and grants`,
  corrections: t`Corrections`,
  other: t({ message: 'Transfers and fees', comment: 'a group of transactions' }),
})

/** Returns the label of each reason for a trade. */
export const reasonNames = (): Record<TradeReason, string> => ({
  trend: t({ message: 'Trend', comment: 'why a trade was placed: the price was moving one way' }),
  news: t({ message: 'News', comment: 'why a trade was placed' }),
  hunch: t({ message: 'Hunch', comment: 'why a trade was placed: a feeling' }),
  revenge: t({ message: 'Win it back', comment: 'why a trade was placed: to make up for a loss' }),
  plan: t({ message: 'My plan', comment: 'why a trade was placed: by a plan made before' }),
  other: t({ message: 'Other', comment: 'why a trade was placed' }),
})

const tradeKinds: readonly string[] = activityGroups.trades

/** Returns the transfer kinds, trade states and reasons whose names in the page's language contain all words. */
export function namedBy(search: string): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return ''
  const kinds = Object.entries(kindNames()).filter(([kind]) => !tradeKinds.includes(kind))
  const names = [...kinds, ...Object.entries(stateWords()), ...Object.entries(reasonNames())]
  return names
    .filter(([, name]) => words.every((word) => name.toLowerCase().includes(word)))
    .map(([code]) => code)
    .join(',')
}

/** Formats an amount with its sign: `+$9.00`, `−$10.00`. */
export function signedText(amount: string, unit: string): string {
  return `${/^-|^0(\.0+)?$/.test(amount) ? '' : '+'}${moneyText(amount, unit)}`
}
