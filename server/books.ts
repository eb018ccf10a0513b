import { affiliatesBooks } from './affiliates/public.ts'
import { copyingBooks } from './copying/public.ts'
import { farmingBooks } from './farming/public.ts'
import { checkBooks, findOtherHeads, type BookCheck, type PublishedHead } from './ledger/public.ts'
import { miningBooks } from './mining/public.ts'
import { paymentsBooks } from './payments/public.ts'
import { announcedPayouts, type PayoutChange } from './markets/public.ts'
import { findOtherAuditHeads, settingHistory, type Operators, type PublishedAuditHead } from './operators/public.ts'
import type { Platform } from './platform/platform.ts'
import { publishedHeads } from './proofs/public.ts'
import { pricesBooks, readSeals, sealBooks, storeSeals } from './seal-books.ts'
import { findOtherPayouts, tradingBooks } from './trading/public.ts'

/** Returns the changes to the `payoutBps` setting, in the form that the markets module reads. */
export function payoutChanges(
  history: readonly { fromMs: number; value: Readonly<Record<string, number | null>> }[],
): PayoutChange[] {
  return history.map(({ fromMs, value }) => ({ fromMs, payoutOf: (symbolClass) => value[symbolClass] ?? null }))
}

/** Compares the payout of each trade with the rates offered when the trade was placed. */
const payoutBooks: BookCheck = {
  name: 'payout rates',
  find: async (tx) => findOtherPayouts(tx, announcedPayouts(payoutChanges(await settingHistory(tx, 'payoutBps')))),
}

/** The heads of the ledger and the audit log, as published in statements of solvency. */
export type PublishedHeads = { ledger: PublishedHead[]; audit: PublishedAuditHead[] }

type StatementHeads = {
  day: string
  heads: readonly { shard: number; batch: string; hash: string }[]
  audit?: { entries: number; hash: string } | null
}

/** Returns the heads in statements: either stored ones, or saved responses to the call `solvency`. */
export function headsOf(statements: readonly StatementHeads[]): PublishedHeads {
  return {
    ledger: statements.flatMap(({ day, heads }) =>
      heads.map((head) => ({ where: `the statement for ${day}`, ...head })),
    ),
    audit: statements.flatMap(({ day, audit }) =>
      audit ? [{ where: `the statement for ${day}`, entries: String(audit.entries), hash: audit.hash }] : [],
    ),
  }
}

/**
 * Compares the hash chains with published heads. A history that was truncated or rewritten with new hashes is
 * internally consistent, so only a published head reveals the change.
 */
export async function findRewritten(
  tx: Parameters<BookCheck['find']>[0],
  { ledger, audit }: PublishedHeads,
): ReturnType<BookCheck['find']> {
  const logs = await findOtherAuditHeads(tx, audit)
  return [
    ...(await findOtherHeads(tx, ledger)),
    ...logs.map(({ where, entries, expected, found }) => ({
      rule: 'published heads are in the audit log',
      shard: null,
      subject: `entry ${entries} of ${where}`,
      expected,
      found,
    })),
  ]
}

const headBooks: BookCheck = {
  name: 'published heads',
  find: async (tx) => findRewritten(tx, headsOf(await publishedHeads(tx))),
}

/** Checks of amounts owed. A statement of solvency is withheld while any of them fails. */
const owedBooks: readonly BookCheck[] = [
  tradingBooks,
  payoutBooks,
  headBooks,
  paymentsBooks,
  affiliatesBooks,
  miningBooks,
  farmingBooks,
  copyingBooks,
]

/** Returns the checks of all modules. `npm run reconcile` and the nightly job run them. */
export const bookChecks = (reads: 'every_tick' | 'new_ticks'): readonly BookCheck[] => [
  pricesBooks(reads),
  ...owedBooks,
  sealBooks,
]

const breaksLogged = 20
const sunday = 0

/**
 * Counts the rows, across all modules, that differ from the ledger. Prices, candles and seals don't affect the amounts
 * owed, so their findings don't count.
 */
export async function countBookBreaks({ db }: Pick<Platform, 'db'>): Promise<number> {
  const found = await checkBooks(db, owedBooks)
  return found.reduce((sum, { breaks }) => sum + breaks.length, 0)
}

/**
 * Runs the checks, then seals the rows that have become final. Returns the findings. Reads the ticks added since the
 * last verified ones; on Sundays, reads every tick.
 */
export async function checkAndSeal(
  platform: Pick<Platform, 'db' | 'clock'>,
  operators: Pick<Operators, 'audit'>,
): ReturnType<typeof checkBooks> {
  const nowMs = platform.clock.nowMs()
  const prices = pricesBooks(new Date(nowMs).getUTCDay() === sunday ? 'every_tick' : 'new_ticks')
  let seals: Awaited<ReturnType<typeof readSeals>> | undefined
  const seal: BookCheck = {
    name: 'seals',
    async find(tx) {
      seals = await readSeals(tx, nowMs)
      return []
    },
  }
  const found = (await checkBooks(platform.db, [prices, ...owedBooks, sealBooks, seal])).filter(
    ({ name }) => name !== seal.name,
  )
  const areWholePrices = found.find(({ name }) => name === prices.name)!.breaks.length === 0
  await storeSeals(platform, operators, { rows: seals!.rows, ...(areWholePrices && { ticks: seals!.ticks }) })
  return found
}

/** Runs the checks every night. Raises an alarm for each module whose rows differ from its transfers. */
export function registerBookChecks(platform: Platform, operators: Pick<Operators, 'audit'>): void {
  const { jobs, metrics, log, alarms } = platform
  const count = metrics.gauge(
    'book_breaks',
    'Rows that differ from the ledger or the price record, counted by the last nightly check',
  )
  jobs.define('books.check', async () => {
    const found = await checkAndSeal(platform, operators)
    count.set(found.reduce((sum, { breaks }) => sum + breaks.length, 0))
    for (const { name, breaks } of found) {
      if (breaks.length === 0) await alarms.clear('books_broken', name)
      else {
        log.error(
          { books: name, breaks: breaks.slice(0, breaksLogged), count: breaks.length },
          'stored rows differ from the ledger or the price record',
        )
        await alarms.raise({
          kind: 'books_broken',
          subject: name,
          details: { breaks: breaks.length, rule: breaks[0]!.rule },
        })
      }
    }
  })
  jobs.cron('books.check', '37 2 * * *')
}
