import type { Executor } from '../../platform/database.ts'
import type { CustomerKey } from '../store.ts'
import { deletePhoto, withdrawAll } from './store.ts'

/** With the account end its verification and its photo; the nightly job deletes the pictures themselves. */
export async function withdrawVerification(tx: Executor, key: CustomerKey, atMs: number): Promise<void> {
  await withdrawAll(tx, key, atMs)
  await deletePhoto(tx, key)
}
