import type { Database, Executor } from '../platform/database/database.ts'
import type { Reconciliation } from './types.ts'
import { findBreaks, readTotals } from './store.ts'

/**
 * Recomputes the whole ledger from its transfers in one snapshot, without blocking orders. Source: docs/spec/money.md
 * "Ledger". Needs only the database, so it also works while the server is stopped.
 */
export async function reconcile(db: Database): Promise<Reconciliation> {
  return (await reconcileWith(db, async () => null)).reconciliation
}

/** Does the same as `reconcile`, and returns the result of `read` from the same snapshot. */
export async function reconcileWith<T>(
  db: Database,
  read: (tx: Executor) => Promise<T>,
): Promise<{ reconciliation: Reconciliation; also: T }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { breaks, breakCount } = await findBreaks(tx)
      const { assets, accounts, transfers, batches, heads } = await readTotals(tx)
      const reconciliation = {
        ok: breakCount === 0,
        breaks,
        breakCount,
        assets: assets.map(({ asset, customers, house }) => ({ asset, customersMinor: customers, houseMinor: house })),
        accounts: Number(accounts),
        transfers: Number(transfers),
        batches: Number(batches),
        heads,
      }
      return { reconciliation, also: await read(tx) }
    })
}
