import type { TickBatch } from './memory.ts'

export type { RecentTicks } from './memory.ts'

export type { Markets, StateChange, SymbolState } from './types.ts'

export { candlesOfTicks, type Candle } from './candles.ts'

export type { Tick } from './tick.ts'

export type { SymbolInfo } from './catalogue.ts'

export type { Source, ScriptedSource } from './source.ts'

export { hashChainStart, findBrokenLink } from './tick.ts'

export { findSymbol } from './catalogue.ts'

export { scriptedSource } from './source.ts'

export { earliestCandles, readTickPlaces, recordedAt, type TickPlace } from './books-store.ts'

export { convert, priceIn, rateWords, usdRate, worthIn, type UsdRate } from './rates.ts'

export { announcedPayouts, type AnnouncedPayout, type PayoutChange } from './offers.ts'

export {
  minuteHeadsAfter,
  newestMinutesExcept,
  revealsAfter,
  seedHoursAfter,
  type MinuteHead,
  type SeedHour,
  type SeedReveal,
} from './log-store.ts'

export { createMarkets } from './markets.ts'

export { findPriceBreaks } from './books.ts'

export { marketsSealed } from './sealed-values.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** Stored ticks, published by the process that leads the feed. */
    ticks: TickBatch
  }
}
