import { paymentCoins, type PaymentCoin } from '../../api/states/deposit-states.ts'
import { assets, type Asset } from '../../api/money.ts'
import type { ProofsContext } from './context.ts'
import { deleteOldLeaves, insertLeaves, insertStatement, findStatement, type StoredAsset } from './store.ts'
import { buildLevels, leafNode, totalsText, type Leaf } from './sum-tree.ts'

/** Proofs are available for this many of the newest statements. */
const provableDays = 31
const empty = '0'.repeat(64)

/**
 * Creates the statement for a UTC day, once: all customers' balances and the stakes of their open trades at a single
 * moment, without simulated accounts, salted, summed up to a root and compared with the reserves. Resolves with false
 * if the day already has one, or if the ledger does not reconcile or a module's rows differ from it. In the latter two
 * cases, it raises an alarm and publishes nothing. Source: docs/spec/truth.md section 4.
 */
export async function makeStatement(context: ProofsContext): Promise<boolean> {
  const { db, clock, random, ledger, alarms } = context
  const atMs = clock.nowMs()
  const day = clock.now().toISOString().slice(0, 10)
  if ((await findStatement(db))?.day === day) return false
  const { reconciliation, liabilities, also } = await ledger.reconciledLiabilities(async (tx) => ({
    stakes: await context.openStakes(tx),
    audit: await context.auditHead(tx),
  }))
  const breaks = reconciliation.ok ? await context.brokenBooks() : reconciliation.breakCount
  if (breaks > 0 || !reconciliation.ok) {
    await alarms.raise({ kind: 'statement_refused', subject: day, details: { breaks } })
    return false
  }
  await alarms.clear('statement_refused', day)
  // Read after the balances: an account is simulated from its creation, so this list covers all of them.
  const simulated = new Set(await context.simulatedAccounts())
  const accounts = [...liabilities, ...also.stakes].filter(({ owner }) => !simulated.has(owner))
  const byCustomer = Map.groupBy(accounts, ({ owner }) => owner)
  const leaves: Leaf[] = [...byCustomer].map(([customerId, own]) => ({
    customerId,
    salt: random.bytes(16).toString('hex'),
    totals: sumOf(own),
  }))
  const root =
    leaves.length === 0
      ? { hash: empty, totals: new Map<string, bigint>() }
      : buildLevels(leaves.map(leafNode)).at(-1)![0]!
  const { heads } = reconciliation
  const statement = {
    day,
    atMs,
    root: root.hash,
    customers: leaves.length,
    assets: await against(context, root.totals),
    heads: heads.map(({ shard, batch, hash }) => ({ shard, batch: String(batch), hash })),
    audit: also.audit,
  }
  return db.transaction().execute(async (tx) => {
    if (!(await insertStatement(tx, statement))) return false
    await insertLeaves(
      tx,
      day,
      leaves.map(({ customerId, salt, totals }, place) => ({ place, customerId, salt, totals: totalsText(totals) })),
    )
    await deleteOldLeaves(tx, provableDays)
    return true
  })
}

function sumOf(accounts: readonly { asset: Asset; balanceMinor: bigint }[]): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const { asset, balanceMinor } of accounts) totals.set(asset, (totals.get(asset) ?? 0n) + balanceMinor)
  return totals
}

/**
 * Compares the amounts owed with the reserves. A coin with its own chain has reserves there. Everything else is play
 * money without reserves, so none are shown.
 */
async function against(context: ProofsContext, owed: ReadonlyMap<string, bigint>): Promise<StoredAsset[]> {
  return Promise.all(
    (Object.keys(assets) as Asset[]).map(async (asset): Promise<StoredAsset> => {
      const owedMinor = String(owed.get(asset) ?? 0n)
      if (!(paymentCoins as readonly string[]).includes(asset))
        return { asset, owedMinor, heldMinor: null, heldAs: 'none' }
      try {
        return { asset, owedMinor, heldMinor: String(await context.reserves(asset as PaymentCoin)), heldAs: 'chain' }
      } catch (error) {
        context.log.warn({ err: error, coin: asset }, 'a coin’s reserves could not be read for the statement')
        return { asset, owedMinor, heldMinor: null, heldAs: 'away' }
      }
    }),
  )
}
