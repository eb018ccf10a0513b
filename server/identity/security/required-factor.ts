import type { OutputOf } from '../../../api/call.ts'
import type { FactorDemand } from '../../../api/calls/identity/factor-demand.ts'
import type { securityRules } from '../../../api/calls/identity/security.ts'
import type { CustomerGuard, Session } from '../../platform/http/http.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { CustomerKey } from '../store.ts'
import type { Factors } from './factors.ts'

/** The second factor that the operator requires of every customer. */
export type RequiredFactor = {
  demand(): FactorDemand
  /** Throws `second_factor_required` if withdrawals require a second factor and the account has none. */
  requireForPayouts(key: CustomerKey): Promise<void>
  /** Rejects with `second_factor_required` if every account requires a second factor and this one has none. */
  guard: CustomerGuard
}

/** How long the presence of a factor is cached, so that orders need no extra query. */
const trustedMs = 1_000
const maxRemembered = 100_000

type Given = { clock: Pick<Platform['clock'], 'nowMs'>; factors: Pick<Factors, 'isSet'>; demand: () => FactorDemand }

export function createRequiredFactor({ clock, factors, demand }: Given): RequiredFactor {
  const seenAtMs = new Map<string, number>()

  async function requireFactor(session: Session): Promise<void> {
    if (!(await factors.isSet(session))) throw new Refused('second_factor_required')
    if (seenAtMs.size >= maxRemembered) seenAtMs.clear()
    seenAtMs.set(session.customerId, clock.nowMs())
  }

  return {
    demand,
    async requireForPayouts(key) {
      if (demand() !== 'optional' && !(await factors.isSet(key))) throw new Refused('second_factor_required')
    },
    guard(session) {
      if (demand() !== 'always') return undefined
      const ageMs = clock.nowMs() - (seenAtMs.get(session.customerId) ?? 0)
      return ageMs >= 0 && ageMs < trustedMs ? undefined : requireFactor(session)
    },
  }
}

/** Returns when the operator requires a second factor. */
export const showRules = ({ requiredFactor }: { requiredFactor: RequiredFactor }): OutputOf<typeof securityRules> => ({
  secondFactor: requiredFactor.demand(),
})
