import { countWaiting, insertDeliveries, pruneDeliveries } from './deliveries-store.ts'
import { listReaders, lockReader, moveCursor, type Reader } from './endpoints-store.ts'
import { eventOf } from './event.ts'
import type { WebhooksContext } from './context.ts'

/** Deliveries that an endpoint's log keeps, and how many may wait before nothing more is read for it. */
export const loggedAtMost = 100
export const waitingAtMost = 100

/** Up to which transfer each shard was read for all of its endpoints. Lost with the process, which only costs one look. */
export type Progress = Map<number, bigint>

/** Above so many new transfers in a shard, its endpoints are asked one by one instead. */
const scannedAtMost = 10_000n

/** Stores a delivery for each new transfer and endpoint. What can't be stored now is read again in the next turn. */
export async function collectEvents(context: WebhooksContext, progress: Progress): Promise<void> {
  // Read first: a transfer that is committed during the turn moves the head again.
  const heads = await context.ledger.newestIds()
  const moved = [...heads].filter(([shard, id]) => progress.get(shard) !== id).map(([shard]) => shard)
  const unread = new Set<number>()
  for (const reader of await withNews(context, progress, heads, await listReaders(context.db, moved, waitingAtMost))) {
    try {
      if (!(await readFor(context, reader))) unread.add(reader.shard)
    } catch (error) {
      unread.add(reader.shard)
      context.log.error({ err: error, endpoint: reader.id }, 'events for a webhook endpoint could not be stored')
    }
  }
  for (const shard of moved) if (!unread.has(shard)) progress.set(shard, heads.get(shard)!)
}

/** Leaves out the endpoints of customers without a new transfer, so that a turn costs what has happened and not what is subscribed. */
async function withNews(
  { ledger }: WebhooksContext,
  progress: Progress,
  heads: ReadonlyMap<number, bigint>,
  readers: readonly Reader[],
): Promise<Reader[]> {
  const owners = new Map<number, ReadonlySet<string>>()
  for (const shard of new Set(readers.map((reader) => reader.shard))) {
    const [from, to] = [progress.get(shard), heads.get(shard)!]
    if (from !== undefined && to - from <= scannedAtMost) owners.set(shard, await ledger.ownersBetween(shard, from, to))
  }
  return readers.filter(({ shard, customerId, isBehind }) => isBehind || (owners.get(shard)?.has(customerId) ?? true))
}

/** Stores what is new for an endpoint. Returns false if another transaction holds it: the next turn reads it. */
async function readFor({ clock, db, ledger }: WebhooksContext, reader: Reader): Promise<boolean> {
  // Most endpoints of a shard that moved have nothing new: they need no lock.
  if (!reader.isBehind && (await ledger.entriesAfter(reader.customerId, reader.cursorId, 1)).length === 0) return true
  return db.transaction().execute(async (tx) => {
    const locked = await lockReader(tx, reader)
    if (!locked) return false
    const room = waitingAtMost - (await countWaiting(tx, locked))
    if (room <= 0) {
      await moveCursor(tx, locked, locked.cursorId, true)
      return true
    }
    const entries = await ledger.entriesAfter(locked.customerId, locked.cursorId, room, tx)
    await insertDeliveries(tx, locked, entries.map(eventOf), clock.nowMs())
    await moveCursor(tx, locked, entries.at(-1)?.id ?? locked.cursorId, entries.length === room)
    await pruneDeliveries(tx, locked, loggedAtMost)
    return true
  })
}
