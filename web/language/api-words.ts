import { t } from '@lingui/core/macro'
import type { ExpertMethod, ExpertStyle } from '../../api/experts.ts'
import type { WithdrawalState } from '../../api/states/withdrawal-states.ts'

// Strings of the API that pages in several areas show, in the page's language. In English, they must equal those in
// `api/`.

export const methodNames = (): Record<ExpertMethod, string> => ({ Manual: t`Manual`, Mixed: t`Mixed` })

/** Returns the label of each method, with its meaning. Source: docs/spec/truth.md section 6. */
export const methodLabels = (): Record<ExpertMethod, string> => ({
  Manual: t`Manual: follows one published rule`,
  Mixed: t`Mixed: follows one published rule and places trades that an operator schedules`,
})

export const styleNames = (): Record<ExpertStyle, string> => ({
  Day: t({ message: 'Day', context: 'style of trading' }),
  Swing: t({ message: 'Swing', context: 'style of trading' }),
  HODL: 'HODL',
  Daytrading: t`Daytrading`,
})

export const withdrawalStateNames = (): Record<WithdrawalState, string> => ({
  PENDING: t`PENDING`,
  APPROVED: t`APPROVED`,
  SENT: t`SENT`,
  COMPLETED: t`COMPLETED`,
  REFUSED: t`REFUSED`,
  CANCELLED: t`CANCELLED`,
})
