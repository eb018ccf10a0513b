import { countWaiting, insertDeliveries, pruneDeliveries } from './deliveries-store.ts'
import { listReaders, lockReader, moveCursor, type Reader } from './endpoints-store.ts'
import { eventOf } from './event.ts'
import type { WebhooksContext } from './context.ts'

/** How many deliveries an endpoint's log keeps, and how many may wait before its events are no longer read. */
export const maxLogged = 100
export const maxWaiting = 100

/**
 * For each shard, the newest transfer that was read for all of the shard's endpoints. A restart loses this information,
 * which costs one extra read.
 */
export type Progress = Map<number, bigint>

/** Above this many new transfers in a shard, its endpoints are queried one at a time. */
const maxScanned = 10_000n

/** Stores a delivery for each new transfer and endpoint. Failures are retried in the next run. */
export async function collectEvents(context: WebhooksContext, progress: Progress): Promise<void> {
  // Reads the heads first, because a transfer that commits during this run moves them again.
  const heads = await context.ledger.newestIds()
  const moved = [...heads].filter(([shard, id]) => progress.get(shard) !== id).map(([shard]) => shard)
  const unread = new Set<number>()
  for (const reader of await withNewTransfers(
    context,
    progress,
    heads,
    await listReaders(context.db, moved, maxWaiting),
  )) {
    try {
      if (!(await readFor(context, reader))) unread.add(reader.shard)
    } catch (error) {
      unread.add(reader.shard)
      context.log.error({ err: error, endpoint: reader.id }, 'events for a webhook endpoint could not be stored')
    }
  }
  for (const shard of moved) if (!unread.has(shard)) progress.set(shard, heads.get(shard)!)
}

/**
 * Skips the endpoints of customers without a new transfer, so that the cost depends on new transfers and not on the
 * number of endpoints.
 */
async function withNewTransfers(
  { ledger }: WebhooksContext,
  progress: Progress,
  heads: ReadonlyMap<number, bigint>,
  readers: readonly Reader[],
): Promise<Reader[]> {
  const owners = new Map<number, ReadonlySet<string>>()
  for (const shard of new Set(readers.map((reader) => reader.shard))) {
    const [from, to] = [progress.get(shard), heads.get(shard)!]
    if (from !== undefined && to - from <= maxScanned) owners.set(shard, await ledger.ownersBetween(shard, from, to))
  }
  return readers.filter(({ shard, customerId, isBehind }) => isBehind || (owners.get(shard)?.has(customerId) ?? true))
}

/** Stores an endpoint's new events. Returns false if another transaction has locked it; the next run reads them. */
async function readFor({ clock, db, ledger }: WebhooksContext, reader: Reader): Promise<boolean> {
  // Most endpoints in a changed shard have nothing new and need no lock.
  if (!reader.isBehind && (await ledger.entriesAfter(reader.customerId, reader.cursorId, 1)).length === 0) return true
  return db.transaction().execute(async (tx) => {
    const locked = await lockReader(tx, reader)
    if (!locked) return false
    const room = maxWaiting - (await countWaiting(tx, locked))
    if (room <= 0) {
      await moveCursor(tx, locked, locked.cursorId, true)
      return true
    }
    const entries = await ledger.entriesAfter(locked.customerId, locked.cursorId, room, tx)
    await insertDeliveries(tx, locked, entries.map(eventOf), clock.nowMs())
    await moveCursor(tx, locked, entries.at(-1)?.id ?? locked.cursorId, entries.length === room)
    await pruneDeliveries(tx, locked, maxLogged)
    return true
  })
}
