import { t } from '@lingui/core/macro'
import type { ExpertMethod, ExpertStyle } from '../../../contract/experts.ts'

/** How the public pages call an expert: with the mark that no person is behind it. Source: truth.md section 2. */
export const expertTitle = (name: string) => t`${name} (simulated)`

export const methodNames = (): Record<ExpertMethod, string> => ({ Manual: t`Manual`, Mixed: t`Mixed` })

export const styleNames = (): Record<ExpertStyle, string> => ({
  Day: t({ message: 'Day', context: 'style of trading' }),
  Swing: t({ message: 'Swing', context: 'style of trading' }),
  HODL: 'HODL',
  Daytrading: t`Daytrading`,
})
