import type { Platform } from '../platform/platform.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { marketsCalls } from '../../api/calls/markets/markets.ts'
import { bindMarketsCalls } from './calls.ts'
import { catalogue } from './catalogue.ts'
import { Feed } from './feed.ts'
import { scheduleRollUp } from './history.ts'
import { memoryMs, TickMemory, ticksInMemory, type RecentTicks, type TickBatch } from './memory.ts'
import { Offers, type PayoutChange, type PayoutOf } from './offers.ts'
import type { Markets, StateChange } from './types.ts'
import { refusedGapsEnd, refusedOfEachReason, trimRefused } from './refused/refused-store.ts'
import type { Source } from './source.ts'
import { watchFeed } from './watch-feed.ts'
import { createSource } from './sources/create-source.ts'
import { candlesOfStored } from './candle-store.ts'
import {
  closeWithoutLead,
  firstAtOrBelow,
  lastTickAt,
  lowestBetween,
  newestTicks,
  seamsBetween,
  ticksBetween,
  ticksBySeq,
} from './store.ts'
import type { Tick } from './tick.ts'

const statesEveryMs = 500
/** A running feed publishes watermarks at least every second. After this time without any, prices count as stopped. */
const silenceMs = 10_000

export type MarketsModule = Markets & {
  calls: Bindings<typeof marketsCalls>
  /** The ticks of the last minutes for every symbol, in memory. */
  recent: RecentTicks
  ready(): boolean
}

export type GivenToMarkets = {
  /** A price source for tests. */
  source?: Source
  /** The payout rates that operators set, and the history of changes, oldest first. */
  payoutOf?: PayoutOf
  payoutChanges?: () => Promise<PayoutChange[]>
  /** The symbols for which a new simulated market records the last hours before its launch tick by tick. */
  warmUp?: { symbols: readonly string[]; hours: number }
}

export function createMarkets(platform: Platform, given: GivenToMarkets = {}): MarketsModule {
  const { pool, clock, bus, jobs } = platform
  const source = given.source ?? createSource(platform, given.warmUp && { warmUp: given.warmUp })
  const memory = new TickMemory(source.hoursOf ? (symbol) => source.hoursOf!(symbol) : source.hours)
  const offers = new Offers(given.payoutOf)
  const feed = new Feed(platform, source, (batch) => bus.publish('ticks', batch))
  const tickListeners = new Set<(ticks: readonly Tick[]) => void>()
  const stateListeners = new Set<(changes: readonly StateChange[]) => void>()
  const subscriptions: (() => void)[] = []
  let statesTimer: NodeJS.Timeout | undefined
  let heardMs = -Infinity

  const receive = (batch: TickBatch) => {
    heardMs = clock.monotonicMs()
    memory.add(batch)
    for (const listener of tickListeners) listener(batch.ticks)
    publishStates()
  }
  const publishStates = () => {
    const changes = memory.stateChanges(clock.nowMs())
    if (changes.length > 0) for (const listener of stateListeners) listener(changes)
  }
  const completeMs = () => Math.min(...catalogue.map((info) => memory.watermarkMs(info.symbol)))
  scheduleRollUp(platform, () => feed.leads, completeMs)
  if (source.maintain) jobs.every('market source', 10_000, async () => (feed.leads ? source.maintain!() : undefined))

  jobs.every('refused prices', 60_000, async () => (feed.leads ? trimRefused(pool) : undefined))
  const statuses = watchFeed(platform, { source, memory, leads: () => feed.leads })

  const markets: MarketsModule = {
    symbols: catalogue,
    symbol: (name) => offers.find(name),
    payoutBps: (name) => offers.payoutBps(name),
    isTradable: (symbol, atMs) => memory.state(symbol, atMs),
    lastTick: (symbol) => memory.last(symbol),
    watermarkMs: (symbol) => memory.watermarkMs(symbol),
    ...readRecord(pool),
    onTick(listener) {
      tickListeners.add(listener)
      return () => void tickListeners.delete(listener)
    },
    onStates(listener) {
      stateListeners.add(listener)
      return () => void stateListeners.delete(listener)
    },
    recent: memory,
    flush: () => feed.flush(),
    async closeRecord(symbol, throughMs) {
      if (feed.leads) return feed.close(symbol, throughMs)
      await closeWithoutLead(pool, symbol, throughMs)
      bus.publish('ticks', { ticks: [], through: { [symbol]: throughMs } })
    },
    calls: bindMarketsCalls({
      pool,
      clock,
      memory,
      source,
      offers,
      statuses,
      payoutChanges: given.payoutChanges ?? (async () => []),
    }),
    ready: () => feed.flows && clock.monotonicMs() - heardMs < silenceMs,
    async start() {
      await source.check?.()
      const symbols = catalogue.map((info) => info.symbol)
      memory.add({ ticks: await newestTicks(pool, symbols, clock.nowMs() - memoryMs, ticksInMemory), through: {} })
      subscriptions.push(bus.subscribe('ticks', receive))
      clock.onAdvance((fromMs, toMs) => feed.advance(fromMs, toMs))
      statesTimer = setInterval(publishStates, statesEveryMs)
      await feed.start()
    },
    async stop() {
      clearInterval(statesTimer)
      await feed.stop()
      for (const end of subscriptions.splice(0)) end()
      heardMs = -Infinity
    },
  }
  return markets
}

type RecordReader = Pick<
  Markets,
  | 'refusedOfEachReason'
  | 'refusedGapsEnd'
  | 'seamsBetween'
  | 'lastTickAt'
  | 'firstAtOrBelow'
  | 'lowestBetween'
  | 'ticksBetween'
  | 'candlesBetween'
  | 'ticksAround'
>

/** Returns functions that read the stored record. They don't use memory, and work without leading the feed. */
const readRecord = (pool: Platform['pool']): RecordReader => ({
  refusedOfEachReason: (symbol, fromMs, toMs, limit) => refusedOfEachReason(pool, symbol, fromMs, toMs, limit),
  refusedGapsEnd: (symbol) => refusedGapsEnd(pool, symbol),
  seamsBetween: (symbol, afterMs, throughMs) => seamsBetween(pool, symbol, afterMs, throughMs),
  lastTickAt: (symbol, atMs) => lastTickAt(pool, symbol, atMs),
  firstAtOrBelow: (symbol, span) => firstAtOrBelow(pool, symbol, span),
  lowestBetween: (symbol, fromMs, throughMs) => lowestBetween(pool, symbol, fromMs, throughMs),
  ticksBetween: (symbol, fromMs, toMs, limit = 5_000) => ticksBetween(pool, symbol, fromMs, toMs, limit),
  candlesBetween: (symbol, widthMs, fromMs, toMs) => candlesOfStored(pool, symbol, widthMs, fromMs, toMs),
  ticksAround: (symbol, seq, before, after) => ticksBySeq(pool, symbol, Math.max(1, seq - before), seq + after),
})
