import { paymentCoins, type PaymentCoin } from '../../contract/deposit-states.ts'
import { assets, type Asset } from '../../contract/money.ts'
import type { ProofsContext } from './context.ts'
import { deleteOldLeaves, insertLeaves, insertStatement, newestStatement, type StoredAsset } from './store.ts'
import { buildLevels, leafNode, totalsText, type Leaf } from './sum-tree.ts'

/** Proofs can be asked for as long as a statement is one of so many newest. */
const provableDays = 31
const empty = '0'.repeat(64)

/**
 * Makes the statement of a day of UTC, once: all customers' accounts at one moment, without simulated ones, salted and summed up to a root, against what is held.
 * Resolves with false where the day has one. Source: truth.md section 4.
 */
export async function makeStatement(context: ProofsContext): Promise<boolean> {
  const { db, clock, random, ledger } = context
  const atMs = clock.nowMs()
  const day = clock.now().toISOString().slice(0, 10)
  if ((await newestStatement(db))?.day === day) return false
  const simulated = new Set(await context.simulatedAccounts())
  const accounts = (await ledger.liabilities()).filter(({ owner }) => !simulated.has(owner))
  const byCustomer = Map.groupBy(accounts, ({ owner }) => owner)
  const leaves: Leaf[] = [...byCustomer].map(([customerId, own]) => ({ customerId, salt: random.bytes(16).toString('hex'), totals: sumOf(own) }))
  const root = leaves.length === 0 ? { hash: empty, totals: new Map<string, bigint>() } : buildLevels(leaves.map(leafNode)).at(-1)![0]!
  const { heads } = await ledger.reconcile()
  const statement = { day, atMs, root: root.hash, customers: leaves.length, assets: await against(context, root.totals), heads: heads.map(({ shard, batch, hash }) => ({ shard, batch: String(batch), hash })) }
  return db.transaction().execute(async (tx) => {
    if (!(await insertStatement(tx, statement))) return false
    await insertLeaves(tx, day, leaves.map(({ customerId, salt, totals }, place) => ({ place, customerId, salt, totals: totalsText(totals) })))
    await deleteOldLeaves(tx, provableDays)
    return true
  })
}

function sumOf(accounts: readonly { asset: Asset; balanceMinor: bigint }[]): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const { asset, balanceMinor } of accounts) totals.set(asset, (totals.get(asset) ?? 0n) + balanceMinor)
  return totals
}

/** Coins with a chain of their own are held there; everything else is play money, whose other side the ledger holds. */
async function against(context: ProofsContext, owed: ReadonlyMap<string, bigint>): Promise<StoredAsset[]> {
  return Promise.all(
    (Object.keys(assets) as Asset[]).map(async (asset): Promise<StoredAsset> => {
      const owedMinor = String(owed.get(asset) ?? 0n)
      if (!(paymentCoins as readonly string[]).includes(asset)) return { asset, owedMinor, heldMinor: owedMinor, heldAs: 'ledger' }
      try {
        return { asset, owedMinor, heldMinor: String(await context.reserves(asset as PaymentCoin)), heldAs: 'chain' }
      } catch (error) {
        context.log.warn({ err: error, coin: asset }, 'the reserves of a coin could not be read for the statement')
        return { asset, owedMinor, heldMinor: null, heldAs: 'away' }
      }
    }),
  )
}
