import { t } from '@lingui/core/macro'
import type { FarmState } from '../../../contract/farming-rules.ts'

/** How a contract stands, in the page's language. */
export const farmStateTexts = (): Record<FarmState, string> => ({
  running: t`running`,
  released: t`released`,
  'closed early': t`closed early`,
  liquidated: t`liquidated`,
  'left the chain': t`left the chain`,
})
