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
 * Adds to the log what was committed since the last run: queued entries, and rows of the sources. Resolves with the
 * number of added entries; 0 while another process adds.
 */
export async function appendEntries(context: TransparencyContext): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await takeSequencerLock(tx))) return 0
    const queued = await takeQueued(tx, queuedPerRun)
    const entries: NewEntry[] = queued.map((entry) => ({ entry, from: undefined }))
    for (const source of context.sources) entries.push(...(await takeRows(tx, source)))
    if (entries.length > 0) await grow(context, tx, entries)
    return entries.length
  })
}

async function takeRows(tx: Executor, { name, after }: LogSource): Promise<NewEntry[]> {
  const rows = await after(tx, await readPositions(tx, name), rowsPerPart)
  if (rows.length > 0) await writePositions(tx, name, new Map(rows.map(({ part, position }) => [part, position])))
  return rows.flatMap(({ part, position, entry }) =>
    entry === undefined ? [] : [{ entry, from: { source: name, part, position } }],
  )
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
