import { affiliatesBooks } from './affiliates/public.ts'
import { copyingBooks } from './copying/public.ts'
import { farmingBooks } from './farming/public.ts'
import { checkBooks, findOtherHeads, type BookCheck, type PublishedHead } from './ledger/public.ts'
import { miningBooks } from './mining/public.ts'
import { paymentsBooks } from './payments/public.ts'
import { announcedPayouts, marketsBooks, type PayoutChange } from './markets/public.ts'
import { findOtherAuditHeads, settingHistory, type PublishedAuditHead } from './operators/public.ts'
import type { Platform } from './platform/platform.ts'
import { publishedHeads } from './proofs/public.ts'
import { findOtherPayouts, tradingBooks } from './trading/public.ts'

/** Changes of the setting `payoutBps`, as the markets read them. */
export function payoutChanges(history: readonly { fromMs: number; value: Readonly<Record<string, number | null>> }[]): PayoutChange[] {
  return history.map(({ fromMs, value }) => ({ fromMs, payoutOf: (symbolClass) => value[symbolClass] ?? null }))
}

/** Compares the payout of each trade with the rates that were offered when it was placed. */
const payoutBooks: BookCheck = {
  name: 'payout rates',
  find: async (tx) => findOtherPayouts(tx, announcedPayouts(payoutChanges(await settingHistory(tx, 'payoutBps')))),
}

/** Heads of the ledger and of the audit log, as a statement of solvency publishes them. */
export type KeptHeads = { ledger: PublishedHead[]; audit: PublishedAuditHead[] }

type StatementHeads = { day: string; heads: readonly { shard: number; batch: string; hash: string }[]; audit?: { entries: number; hash: string } | null }

/** Reads the heads of statements: those that are stored, or answers of the call `solvency` that somebody kept. */
export function headsOf(statements: readonly StatementHeads[]): KeptHeads {
  return {
    ledger: statements.flatMap(({ day, heads }) => heads.map((head) => ({ where: `the statement of ${day}`, ...head }))),
    audit: statements.flatMap(({ day, audit }) => (audit ? [{ where: `the statement of ${day}`, entries: String(audit.entries), hash: audit.hash }] : [])),
  }
}

/** Compares the chains with published heads: a history that was rewritten with new hashes, or cut off at its end, is whole only by itself. */
export async function findRewritten(tx: Parameters<BookCheck['find']>[0], { ledger, audit }: KeptHeads): ReturnType<BookCheck['find']> {
  const logs = await findOtherAuditHeads(tx, audit)
  return [
    ...(await findOtherHeads(tx, ledger)),
    ...logs.map(({ where, entries, expected, found }) => ({ rule: 'published heads are in the audit log', shard: null, subject: `entry ${entries} of ${where}`, expected, found })),
  ]
}

const headBooks: BookCheck = { name: 'published heads', find: async (tx) => findRewritten(tx, headsOf(await publishedHeads(tx))) }

/** The checks of all modules, as `npm run reconcile` and the nightly job run them. */
export const bookChecks: readonly BookCheck[] = [marketsBooks, tradingBooks, payoutBooks, headBooks, paymentsBooks, affiliatesBooks, miningBooks, farmingBooks, copyingBooks]

const breaksLogged = 20

/** Counts the rows of all modules that differ from the ledger. Prices and candles say nothing of what is owed, so they hold no statement back. */
export async function countBookBreaks({ db }: Pick<Platform, 'db'>): Promise<number> {
  const found = await checkBooks(db, bookChecks.filter((check) => check !== marketsBooks))
  return found.reduce((sum, { breaks }) => sum + breaks.length, 0)
}

/** Runs the checks every night, and raises an alarm for each module whose rows and transfers differ. */
export function registerBookChecks({ db, jobs, metrics, log, alarms }: Platform): void {
  const count = metrics.gauge('book_breaks', 'Rows that differ from the ledger or from the record, by the last nightly check')
  jobs.define('books.check', async () => {
    const found = await checkBooks(db, bookChecks)
    count.set(found.reduce((sum, { breaks }) => sum + breaks.length, 0))
    for (const { name, breaks } of found) {
      if (breaks.length === 0) await alarms.clear('books_broken', name)
      else {
        log.error({ books: name, breaks: breaks.slice(0, breaksLogged), count: breaks.length }, 'stored rows differ from the ledger or the record')
        await alarms.raise({ kind: 'books_broken', subject: name, details: { breaks: breaks.length, rule: breaks[0]!.rule } })
      }
    }
  })
  jobs.cron('books.check', '37 2 * * *')
}
