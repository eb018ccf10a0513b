import type { Platform } from '../platform/platform.ts'
import { invariant } from '../platform/http/refused.ts'
import { ActiveTime } from './active-time.ts'
import { bindLimitsCalls } from './calls.ts'
import { checkDeposit, depositRoom, isPaused } from './check-deposit.ts'
import type { LimitsContext, LimitsNeighbours } from './context.ts'
import type { LimitsFigures } from './types.ts'
import { CustomerRules } from './customer-rules.ts'
import { continuePauses } from './continue-pauses.ts'
import { declareLimitsJobs } from './jobs.ts'
import { isRealityDue, summaryOfLimits, openAccount, orderRulesOf } from './order-rules.ts'
import { showLimits } from './show-limits.ts'
import { listLimited, listPaused, listPausesOf } from './store.ts'
import type { Limits } from './types.ts'

export type { OrderRules, Limits } from './types.ts'

export type { LimitsNeighbours } from './context.ts'
export type { TradingResult } from './types.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A customer changed a limit, took a pause or confirmed a reality check. Caches drop the customer's entry. */
    'limits.changed': { customerId: string }
  }
}

/** Creates the module for customers' own limits, time-outs and exclusions. Source: docs/spec/truth.md section 5. */
export function createLimits(platform: Platform, neighbours: LimitsNeighbours): Limits {
  let figures: LimitsFigures | undefined
  const known = () => {
    invariant(figures, 'limits read figures only after `readFrom`')
    return figures
  }
  const activeTime: ActiveTime = new ActiveTime(platform, (customerId, minute) => {
    rules.addMinute(customerId, minute)
    void notifyWhenDue(customerId)
  })
  const rules = new CustomerRules(platform, (customerId) => activeTime.unsaved(customerId))
  const context: LimitsContext = {
    ...platform,
    ...neighbours,
    tradingResult: (customerId, fromMs) => known().tradingResult(customerId, fromMs),
    depositedSince: (ex, customerId, fromMs) => known().depositedSince(ex, customerId, fromMs),
    rules,
    activeTime,
  }
  const { identity } = neighbours
  // Notifies open pages of a due reality check. Without this notification, they would show it up to a minute late.
  const notifyWhenDue = async (customerId: string) => {
    const found = await Promise.resolve(rules.find(customerId)).catch(() => undefined)
    if (found && isRealityDue(found, platform.clock.nowMs()))
      platform.bus.publish('customer.changed', { customerId, calls: ['limits.reality'] })
  }
  identity.onRecognised((tx, customerId, others) => continuePauses(context, tx, customerId, others))
  identity.addLasting((ex, customerIds) => listPaused(ex, customerIds, platform.clock.nowMs()))
  identity.addExporter('pauses', (session) => listPausesOf(platform.db, session))
  identity.addExporter('limits', (session) => showLimits(context, {}, { session }))
  declareLimitsJobs(platform, activeTime, rules)
  return {
    calls: bindLimitsCalls(context),
    readFrom: (given) => void (figures = given),
    orderRules(customerId, nowMs) {
      const stored = rules.find(customerId)
      const account = identity.standing(customerId)
      if (stored instanceof Promise || account instanceof Promise)
        return Promise.all([stored, account]).then(([read, known]) => orderRulesOf(read, known, nowMs))
      return orderRulesOf(stored, account, nowMs)
    },
    async manyOrderRules(customerIds, nowMs) {
      const [limited, held] = await Promise.all([
        listLimited(platform.db, customerIds, nowMs),
        identity.heldAmong(customerIds),
      ])
      const concerned = [...new Set([...limited, ...held.keys()])]
      return new Map(
        await Promise.all(
          concerned.map(
            async (id) => [id, orderRulesOf(await rules.find(id), held.get(id) ?? openAccount, nowMs)] as const,
          ),
        ),
      )
    },
    checkDeposit: (tx, customerId, amountMinor, asset) => checkDeposit(context, tx, customerId, amountMinor, asset),
    isPaused: (tx, customerId) => isPaused(context, tx, customerId),
    depositRoom: (tx, customerId) => depositRoom(context, tx, customerId),
    deskFact: async (customerId) => summaryOfLimits(await rules.find(customerId), platform.clock.nowMs()),
    countingTime: (find) => activeTime.counting(find),
    start: async () => {},
    async stop() {
      await activeTime.save()
      await rules.stop()
    },
  }
}
