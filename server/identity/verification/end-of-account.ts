import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey } from '../store.ts'
import { deletePhoto, withdrawAll } from './store.ts'

/** Removes the verification and the photo of a closed account. The nightly job deletes the picture files. */
export async function withdrawVerification(tx: Executor, key: CustomerKey, atMs: number): Promise<void> {
  await withdrawAll(tx, key, atMs)
  await deletePhoto(tx, key)
}
