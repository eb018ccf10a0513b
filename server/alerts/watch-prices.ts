import type { FiredAlert } from '../../api/calls/alerts/alerts.ts'
import { afterCommit, type Executor } from '../platform/database/database.ts'
import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import type { Tick } from '../markets/public.ts'
import type { AlertsContext } from './context.ts'
import { firingTick, type Nearest, reachesAny } from './rules.ts'
import { firedOf } from './show-alerts.ts'
import { type Firing, listReached, lockProgress, markFired, readNearest, saveProgress } from './store.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** A price alert fired. `/live` sends it to the customer. */
    'alert.fired': FiredAlert & { customerId: string }
    /** A customer added or removed an alert. Every process reads the prices that it watches again. */
    'alerts.changed': { symbol: string }
  }
}

const ticksAtOnce = 5_000

/**
 * Fires price alerts. Compares each published tick in memory with the alerts nearest to its symbol's price, and reads
 * the record only when one is reached. `sweep` checks every watched symbol, for ticks and alerts that this process
 * didn't learn about. The record decides which tick fires an alert, so the result is the same whichever process checks.
 */
export class PriceWatch {
  readonly #context: AlertsContext
  readonly #due = new Set<string>()
  #isSweepDue = false
  readonly #turns = oneAtATime(() => this.#checkDue())
  #nearest: ReadonlyMap<string, Nearest> = new Map()

  constructor(context: AlertsContext) {
    this.#context = context
  }

  /** Compares published ticks with the open alerts. Costs one lookup for each tick of a symbol with alerts. */
  see(ticks: readonly Tick[]): void {
    if (this.#nearest.size === 0) return
    let isReached = false
    for (const { symbol, price } of ticks) {
      const nearest = this.#nearest.get(symbol)
      if (!nearest || !reachesAny(nearest, price)) continue
      this.#due.add(symbol)
      isReached = true
    }
    if (isReached) void this.#turns.run().catch(() => {})
  }

  /** Reads which prices to watch, and checks the record of every watched symbol. */
  async sweep(): Promise<void> {
    this.#isSweepDue = true
    await this.#turns.run()
  }

  idle = (): Promise<void> => this.#turns.idle()

  async #refresh(): Promise<void> {
    this.#nearest = await readNearest(this.#context.db)
  }

  async #checkDue(): Promise<void> {
    if (this.#isSweepDue) {
      this.#isSweepDue = false
      await this.#refresh()
      // From here on, ticks are compared with every alert that was read. Older ones are in the record.
      for (const symbol of this.#nearest.keys()) this.#due.add(symbol)
    }
    if (this.#due.size === 0) return
    const symbols = [...this.#due]
    this.#due.clear()
    for (const symbol of symbols) {
      let isBehind = true
      while (isBehind) isBehind = await this.#context.db.transaction().execute((tx) => this.#check(tx, symbol))
    }
    await this.#refresh()
  }

  /** Checks the next ticks of a symbol's record. Returns whether there may be more. */
  async #check(tx: Executor, symbol: string): Promise<boolean> {
    const { markets, bus } = this.#context
    const progress = await lockProgress(tx, symbol)
    const newest = markets.lastTick(symbol)
    if (!progress || !newest || newest.seq <= progress.throughSeq) return false
    const { throughSeq, throughMs } = progress
    const read = await markets.ticksBetween(symbol, throughMs, newest.atMs, ticksAtOnce)
    const ticks = read.filter(({ seq }) => seq > throughSeq)
    const last = ticks.at(-1)
    if (!last) return false
    const prices = ticks.map(({ price }) => price)
    const span = { lowest: Math.min(...prices), highest: Math.max(...prices) }
    const reached = await listReached(tx, symbol, span)
    const firings = reached.flatMap((alert): Firing[] => {
      const tick = firingTick(alert, ticks)
      return tick ? [{ shard: alert.shard, id: alert.id, seq: tick.seq, price: tick.price, atMs: tick.atMs }] : []
    })
    if (firings.length > 0) {
      const fired = await markFired(tx, firings)
      const firingOf = new Map(firings.map((firing) => [firing.id, firing]))
      const messages = reached
        .filter(({ id }) => fired.has(id))
        .map((alert) => {
          const { seq, price, atMs } = firingOf.get(alert.id)!
          const shown = firedOf({ ...alert, firedSeq: seq, firedPrice: price, firedAtMs: atMs })
          return { customerId: alert.customerId, ...shown }
        })
      await afterCommit(tx, () => {
        for (const message of messages) bus.publish('alert.fired', message)
      })
    }
    await saveProgress(tx, symbol, { throughSeq: last.seq, throughMs: last.atMs })
    return read.length === ticksAtOnce
  }
}
