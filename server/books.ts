import { affiliatesBooks } from './affiliates/public.ts'
import { copyingBooks } from './copying/public.ts'
import { farmingBooks } from './farming/public.ts'
import { checkBooks, type BookCheck } from './ledger/public.ts'
import { marketsBooks } from './markets/public.ts'
import { miningBooks } from './mining/public.ts'
import { paymentsBooks } from './payments/public.ts'
import type { Platform } from './platform/platform.ts'
import { tradingBooks } from './trading/public.ts'

/** The checks of all modules, as `npm run reconcile` and the nightly job run them. */
export const bookChecks: readonly BookCheck[] = [marketsBooks, tradingBooks, paymentsBooks, affiliatesBooks, miningBooks, farmingBooks, copyingBooks]

const breaksLogged = 20

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
