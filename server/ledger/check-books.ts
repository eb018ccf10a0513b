import { shardCount } from '../platform/random.ts'
import type { Database, Executor } from '../platform/database/database.ts'
import { findOtherNotes, findUnmatchedMoves, type ExpectedMoves, type ExpectedNotes } from './books-store.ts'
import type { Break } from './types.ts'

/** A module's read-only check of its rows against the ledger's transfers and against each other. */
export type BookCheck = {
  /** Name of the module for operators, such as `trades`. */
  name: string
  find(tx: Executor): Promise<Break[]>
}

/** Runs the checks of all modules on one snapshot without blocking orders. Returns the breaks, keyed by check name. */
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

/**
 * Returns the breaks that `find` returns for a subject. A malformed stored value counts as a break of that subject
 * only.
 */
export function readableBreaks(subject: Pick<Break, 'shard' | 'subject'>, find: () => Break[]): Break[] {
  try {
    return find()
  } catch (error) {
    const found = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)
    return [{ rule: 'stored values can be read', ...subject, expected: 'well-formed values', found }]
  }
}

/** Compares rows with the ledger's transfers, one shard at a time to limit memory. */
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

/** Compares the rows of every shard with their transfers' notes. The notes are part of the hash chain. */
export async function compareNotes(tx: Executor, notesOf: (shard: number) => ExpectedNotes): Promise<Break[]> {
  const breaks: Break[] = []
  for (let shard = 0; shard < shardCount; shard++) breaks.push(...(await findOtherNotes(tx, shard, notesOf(shard))))
  return breaks
}
