import { shardCount } from '../platform/random.ts'
import type { Database, Executor } from '../platform/database.ts'
import { findOtherNotes, findUnmatchedMoves, type ExpectedMoves, type ExpectedNotes } from './books-store.ts'
import type { Break } from './public.ts'

/** A module's check of its own rows, against the ledger's transfers and against each other. Reads only. */
export type BookCheck = {
  /** The module, in words for operators: `trades`. */
  name: string
  find(tx: Executor): Promise<Break[]>
}

/** Runs the checks of all modules over one snapshot, while orders go on. Returns the breaks by the name of the check. */
export async function checkBooks(
  db: Database,
  checks: readonly BookCheck[],
): Promise<{ name: string; breaks: Break[] }[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found: { name: string; breaks: Break[] }[] = []
      for (const { name, find } of checks) found.push({ name, breaks: await find(tx) })
      return found
    })
}

/** Returns what `find` finds in the rows of a subject. A stored value that isn't of the right form is a difference too, of this subject only. */
export function readableBreaks(subject: Pick<Break, 'shard' | 'subject'>, find: () => Break[]): Break[] {
  try {
    return find()
  } catch (error) {
    const found = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)
    return [{ rule: 'stored values can be read', ...subject, expected: 'values of the right form', found }]
  }
}

/** Compares rows of every shard with the ledger's transfers, one shard after another, so that memory stays bounded. */
export async function compareMoves(
  tx: Executor,
  movesOf: (shard: number) => readonly ExpectedMoves[],
): Promise<Break[]> {
  const breaks: Break[] = []
  for (let shard = 0; shard < shardCount; shard++) {
    for (const moves of movesOf(shard)) breaks.push(...(await findUnmatchedMoves(tx, shard, moves)))
  }
  return breaks
}

/** Compares rows of every shard with the notes of their transfers. The notes are part of the hash chain. */
export async function compareNotes(tx: Executor, notesOf: (shard: number) => ExpectedNotes): Promise<Break[]> {
  const breaks: Break[] = []
  for (let shard = 0; shard < shardCount; shard++) breaks.push(...(await findOtherNotes(tx, shard, notesOf(shard))))
  return breaks
}
