import type { bonusCalls } from '../../../api/calls/payments/bonus.ts'
import { bindActions, decision, oncePerKey } from '../../platform/http/actions.ts'
import type { BonusContext } from './context.ts'
import { grantBonus } from './grant-bonus.ts'
import { releaseBonus } from './release-bonus.ts'
import { showBonus } from './show-bonus.ts'

/** Binds the calls of `api/calls/payments/bonus.ts` to their actions. */
export const bindBonusCalls = bindActions<BonusContext, typeof bonusCalls>({
  bonus: showBonus,
  'bonus.release': oncePerKey(releaseBonus),
  'bonus.grant': decision(grantBonus),
})
