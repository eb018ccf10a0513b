import { storedText } from '../../platform/stored-phrase.ts'
import type { Identity } from '../../identity/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { deleteLostFiles } from '../../platform/files/lost-files.ts'
import type { Platform } from '../../platform/platform.ts'
import { paymentReceiptPurpose } from '../deposits/upload-payment-receipt.ts'
import {
  eraseBook,
  eraseDestinations,
  erasePaymentReceipts,
  findReferredPaymentReceipts,
  listUnfinishedErasures,
  type Owner,
} from './erasure-store.ts'

type ErasureContext = Pick<Platform, 'clock' | 'db' | 'files' | 'jobs'> & {
  identity: Pick<Identity, 'heldAmong' | 'onClosed'>
}

const batch = 500
const beforeFirst: Owner = { shard: -1, customerId: '00000000-0000-0000-0000-000000000000' }

/**
 * Erases the personal data in payments when an account is closed, in the closing transaction. A nightly job does the
 * same for accounts that were closed before this function existed, and deletes receipt files that nothing refers to.
 */
export function declareErasure(context: ErasureContext): void {
  const { identity, jobs } = context
  identity.onClosed(erasePayments)
  jobs.define('payments.erasure', () => finishErasures(context))
  jobs.cron('payments.erasure', '53 3 * * *')
}

/**
 * Erases the address book, withdrawal destinations and payment receipts. Amounts, times, states and the ledger are
 * kept.
 */
async function erasePayments(tx: Executor, { shard, customerId }: Owner): Promise<void> {
  await eraseBook(tx, { shard, customerId })
  await eraseDestinations(tx, { shard, customerId })
  await erasePaymentReceipts(tx, { shard, customerId }, storedText({ phrase: 'receipt_declined_by_closing' }))
}

/** Finishes the erasure of closed accounts, then deletes the files of receipts that nothing refers to. Idempotent. */
async function finishErasures({ clock, db, files, identity }: ErasureContext): Promise<void> {
  for (
    let page = await listUnfinishedErasures(db, beforeFirst, batch);
    page.length > 0;
    page = await listUnfinishedErasures(db, page.at(-1)!, batch)
  ) {
    const held = await identity.heldAmong(page.map(({ customerId }) => customerId))
    for (const owner of page)
      if (held.get(owner.customerId)?.closed) await db.transaction().execute((tx) => erasePayments(tx, owner))
  }
  await deleteLostFiles({ clock, files }, paymentReceiptPurpose, (fileIds) => findReferredPaymentReceipts(db, fileIds))
}
