import { growTiles, lastTiles, rootFrom } from '../../packages/verify/src/log/grow.ts'
import { leafHash } from '../../packages/verify/src/log/merkle.ts'
import type { Executor } from '../platform/database/database.ts'
import type { TransparencyContext } from './context.ts'
import type { LogSource } from './sources.ts'
import {
  findNewestCheckpoint,
  insertCheckpoint,
  insertEntries,
  readPositions,
  readTiles,
  takeQueued,
  takeSequencerLock,
  writePositions,
  writeTiles,
  type NewEntry,
} from './store.ts'

/** Keeps one run short; the next run continues. */
const queuedPerRun = 2_000
const rowsPerPart = 200

/**
 * Adds to the log what was committed since the last run: queued entries, and rows of the sources. Resolves with true if
 * more is waiting than fits in one run. Does nothing while another process adds.
 */
export async function appendEntries(context: TransparencyContext): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await takeSequencerLock(tx))) return false
    const queued = await takeQueued(tx, queuedPerRun)
    const entries: NewEntry[] = queued.map((entry) => ({ entry, from: undefined }))
    let isBehind = queued.length === queuedPerRun
    for (const source of context.sources) {
      const rows = await takeRows(tx, source)
      entries.push(...rows.entries)
      isBehind ||= rows.isBehind
    }
    if (entries.length > 0) await grow(context, tx, entries)
    return isBehind
  })
}

async function takeRows(tx: Executor, { name, after }: LogSource): Promise<{ entries: NewEntry[]; isBehind: boolean }> {
  const rows = await after(tx, await readPositions(tx, name), rowsPerPart)
  if (rows.length > 0) await writePositions(tx, name, new Map(rows.map(({ part, position }) => [part, position])))
  const entries = rows.flatMap(({ part, position, entry }) =>
    entry === undefined ? [] : [{ entry, from: { source: name, part, position } }],
  )
  const perPart = Map.groupBy(rows, ({ part }) => part)
  return { entries, isBehind: [...perPart.values()].some((same) => same.length >= rowsPerPart) }
}

async function grow({ clock }: TransparencyContext, tx: Executor, entries: readonly NewEntry[]): Promise<void> {
  const before = (await findNewestCheckpoint(tx))?.size ?? 0
  const size = before + entries.length
  const partial = await readTiles(tx, lastTiles(before))
  const changed = growTiles(
    before,
    partial,
    entries.map(({ entry }) => leafHash(Buffer.from(entry))),
  )
  await insertEntries(tx, before, entries)
  await writeTiles(tx, changed)
  await insertCheckpoint(tx, { size, root: rootFrom([...partial, ...changed], size), atMs: clock.nowMs() })
}
