import { CompiledQuery } from 'kysely'
import { checkBooks, type BookCheck } from '../server/ledger/public.ts'
import { connectDatabase } from '../server/platform/database.ts'
import type { TestPlatform } from './harness.ts'

/** Returns what a check finds in the database as it is. */
export const breaksOf = async (platform: TestPlatform, check: BookCheck) => (await checkBooks(platform.db, [check]))[0]!.breaks

class TakenBack extends Error {}

/** Runs statements as somebody with all rights, whom no trigger stops, then a check, and takes everything back. Returns the rules that broke. */
export async function rulesBrokenBy(platform: TestPlatform, check: BookCheck, ...statements: string[]): Promise<string[]> {
  const { db, stop } = await connectDatabase(platform.ownerUrl, 1)
  const rules = new Set<string>()
  try {
    await db
      .transaction()
      .execute(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw('SET LOCAL session_replication_role = replica'))
        for (const statement of statements) {
          const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(statement))
          if (numAffectedRows === 0n) throw new Error(`changes no row: ${statement}`)
        }
        for (const { rule } of await check.find(tx)) rules.add(rule)
        throw new TakenBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
  } finally {
    await stop()
  }
  return [...rules]
}
