import { t } from '@lingui/core/macro'
import type { FarmState } from '../../../api/states/farm-states.ts'

/** Returns the label of each contract state in the page's language. */
export const farmStateTexts = (): Record<FarmState, string> => ({
  running: t`running`,
  released: t`released`,
  closed_early: t`closed early`,
  liquidated: t`liquidated`,
  left_the_chain: t`deposit reversed`,
})
