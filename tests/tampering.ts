import { CompiledQuery } from 'kysely'
import { checkBooks, type BookCheck, type SealedRows } from '../server/ledger/public.ts'
import { connectDatabase } from '../server/platform/database/database.ts'
import { digestOf, prepareSeals } from '../server/proofs/public.ts'
import type { TestPlatform } from './harness.ts'

/** Returns the breaks that a check finds in the database. */
export const breaksOf = async (platform: TestPlatform, check: BookCheck) =>
  (await checkBooks(platform.db, [check]))[0]!.breaks

class RolledBack extends Error {}

/**
 * Runs statements with the owner's rights and without triggers, then a check, and rolls everything back. Returns the
 * rules that the check reports as broken.
 */
export async function rulesBrokenBy(
  platform: TestPlatform,
  check: BookCheck,
  ...statements: string[]
): Promise<string[]> {
  const { db, stop } = await connectDatabase(platform.ownerUrl, 1)
  const rules = new Set<string>()
  try {
    await db
      .transaction()
      .execute(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw('SET LOCAL session_replication_role = replica'))
        for (const statement of statements) {
          const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement))
          if (numAffectedRows === 0n) throw new Error(`changed no row: ${statement}`)
        }
        for (const { rule } of await check.find(tx)) rules.add(rule)
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
  } finally {
    await stop()
  }
  return [...rules]
}

/**
 * Seals the current rows, runs statements as `rulesBrokenBy` does, and returns the names of the seals that no longer
 * match.
 */
export async function sealsBrokenBy(
  platform: TestPlatform,
  sealed: readonly SealedRows[],
  ...statements: string[]
): Promise<string[]> {
  const take = (tx: Parameters<BookCheck['find']>[0]) => prepareSeals(tx, sealed, Number.MAX_SAFE_INTEGER)
  const before = await take(platform.db)
  const find: BookCheck['find'] = async (tx) => {
    const changed = (await take(tx)).filter((seal, at) => digestOf([seal]) !== digestOf([before[at]!]))
    return changed.map(({ name }) => ({
      rule: name,
      shard: null,
      subject: name,
      expected: 'as sealed',
      found: 'changed',
    }))
  }
  return rulesBrokenBy(platform, { name: 'seals', find }, ...statements)
}
