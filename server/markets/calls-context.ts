import type { Platform } from '../platform/platform.ts'
import type { Turns } from '../platform/database/turns.ts'
import type { TickMemory } from './memory.ts'
import type { Offers, PayoutChange } from './offers.ts'
import type { FeedStatus, Source } from './source.ts'

/** Dependencies of the calls that show symbols and prices. */
export type MarketsCallsContext = Pick<Platform, 'pool' | 'clock'> & {
  memory: TickMemory
  source: Source
  offers: Offers
  statuses: () => Promise<ReadonlyMap<string, FeedStatus>>
  payoutChanges: () => Promise<PayoutChange[]>
  /** Queues requests for ticks. */
  turns: Turns
  /** Cached prices from 24 hours ago. */
  dayAgo: { readAtMs: number; prices: ReadonlyMap<string, number> }
  /** Cached hourly closing prices of the last 24 hours, oldest first. */
  trends: { readAtMs: number; closes: ReadonlyMap<string, number[]> }
}
