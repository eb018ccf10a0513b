import type { IdentityContext } from '../context.ts'
import { shownDetail } from '../details/personal-data.ts'
import { listUnindexed, replaceNameTokens } from './store.ts'

const batch = 500

/**
 * Indexes the names of accounts that are older than the index. New names are indexed in the transaction that stores
 * them.
 */
export async function indexNames(identity: Pick<IdentityContext, 'db' | 'personal' | 'unreadable'>): Promise<void> {
  const { db, personal } = identity
  let afterId: string | null = null
  while (true) {
    const found = await listUnindexed(db, afterId, batch)
    for (const { customerId, shard, nameSealed } of found) {
      const name = shownDetail(identity, customerId, 'name', nameSealed)
      await replaceNameTokens(db, { customerId, shard }, personal.nameTokens(name))
    }
    if (found.length < batch) return
    afterId = found.at(-1)!.customerId
  }
}
