import type { limitsCalls } from '../../contract/calls/limits.ts'
import type { CashAsset } from '../../contract/money.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings, SessionFinder } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { invariant, type Refused } from '../platform/http/refused.ts'
import { ActiveTime } from './active-time.ts'
import { bindLimitsCalls } from './calls.ts'
import { checkDeposit, depositRoom, isPaused } from './check-deposit.ts'
import type { LimitsContext, LimitsFigures, LimitsNeighbours } from './context.ts'
import { CustomerRules } from './customer-rules.ts'
import { continuePauses } from './continue-pauses.ts'
import { declareLimitsJobs } from './jobs.ts'
import { isRealityDue, limitsInWords, openAccount, orderRulesOf } from './order-rules.ts'
import { showLimits } from './show-limits.ts'
import { listLimited, listPaused, listPausesOf } from './store.ts'

export type { LimitsNeighbours, TradingResult } from './context.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A customer changed a limit, took a pause or confirmed a reality check. Caches of the rules drop the customer. */
    'limits.changed': { customerId: string }
  }
}

/** What a customer's own limits and the account's state allow. The same shape as trading's `OrderRules`. */
export type OrderRules = {
  /** If set, all orders are refused. */
  refusal?: Refused
  maxStakeMinor?: bigint
  lossLimits: readonly { limitMinor: bigint; fromMs: number; period: 'day' | 'week' | 'month' }[]
}

export type Limits = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof limitsCalls>
  /** Sets where figures of trading and payments come from. Call it once before the start: both depend on limits. */
  readFrom(figures: LimitsFigures): void
  /** Answers synchronously if cached. */
  orderRules(customerId: string, nowMs: number): OrderRules | Promise<OrderRules>
  /**
   * Returns the rules of those among many customers who have any restriction, by id. If nobody is restricted, this
   * costs little more than checking that.
   */
  manyOrderRules(customerIds: readonly string[], nowMs: number): Promise<ReadonlyMap<string, OrderRules>>
  /**
   * Throws `deposit_limit`, `timed_out`, `excluded` or `account_frozen` if a deposit of this value isn't allowed.
   * `tx` is the transaction that starts it; `asset` is the customer's currency.
   */
  checkDeposit(tx: Executor, customerId: string, amountMinor: bigint, asset: CashAsset): Promise<void>
  /** Returns whether a customer has taken a pause, during which nothing new starts. */
  isPaused(tx: Executor, customerId: string): Promise<boolean>
  /**
   * Returns how much more a customer may deposit under their own limits, in minor units of their currency, or null
   * without a limit.
   */
  depositRoom(tx: Executor, customerId: string): Promise<bigint | null>
  /** Summarises a customer's limits for operators: `3 set, excluded until ...`. */
  deskFact(customerId: string): Promise<string>
  /** Wraps sessions so that each use counts as active time of the customer. */
  countingTime(find: SessionFinder): SessionFinder
}

/** Limits that customers set for themselves, time-outs and exclusions. Source: docs/spec/truth.md section 5. */
export function createLimits(platform: Platform, neighbours: LimitsNeighbours): Limits {
  let figures: LimitsFigures | undefined
  const known = () => {
    invariant(figures, 'limits read figures after the start')
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
  // Open pages show a reality check within a minute of its due time; without this notification, they poll every minute.
  const notifyWhenDue = async (customerId: string) => {
    const found = await Promise.resolve(rules.find(customerId)).catch(() => undefined)
    if (found && isRealityDue(found, platform.clock.nowMs()))
      platform.bus.publish('customer.changed', { customerId, calls: ['limits.reality'] })
  }
  identity.onRecognised((tx, customerId, others) => continuePauses(context, tx, customerId, others))
  identity.addLasting((ex, customerIds) => listPaused(ex, customerIds, platform.clock.nowMs()))
  identity.addExporter('pauses', (session) => listPausesOf(platform.db, session))
  identity.addExporter('limits', (session) => showLimits(context, session))
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
    deskFact: async (customerId) => limitsInWords(await rules.find(customerId), platform.clock.nowMs()),
    countingTime: (find) => activeTime.counting(find),
    start: async () => {},
    async stop() {
      await activeTime.save()
      await rules.stop()
    },
  }
}
