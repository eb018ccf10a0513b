import type { OutputOf } from '../../api/call.ts'
import { assets, formatAmount } from '../../api/money.ts'
import type { solvency, solvencyProof } from '../../api/calls/proofs/proofs.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { ProofsContext } from './context.ts'
import { listLeaves, findStatement } from './store.ts'
import { buildLevels, leafNode, pathOf, totalsText, type Leaf } from './sum-tree.ts'

/** `solvency`: returns a day's statement, or the latest one; null if there is none. */
export async function showSolvency(
  { db }: ProofsContext,
  requested: { day?: string | undefined },
): Promise<OutputOf<typeof solvency>> {
  const statement = await findStatement(db, requested.day)
  if (!statement) return null
  const { day, atMs, root, customers, heads, audit } = statement
  const shown = statement.assets
    .filter(({ owedMinor, heldMinor, heldAs }) => owedMinor !== '0' || (heldAs !== 'none' && heldMinor !== '0'))
    .map(({ asset, owedMinor, heldMinor, heldAs }) => ({
      asset,
      cur: assets[asset].symbol,
      owed: formatAmount(BigInt(owedMinor), asset),
      held: heldMinor === null ? null : formatAmount(BigInt(heldMinor), asset),
      heldAs,
    }))
  return { day, at: atMs, root, customers, assets: shown, heads, audit }
}

/** `solvency.proof`: returns the customer's leaf and its path to the root. Throws `not_found`. */
export async function showProof(
  { db }: ProofsContext,
  requested: { day?: string | undefined },
  { session: { customerId } }: CustomerRequest,
): Promise<OutputOf<typeof solvencyProof>> {
  const statement = await findStatement(db, requested.day)
  const leaves = statement
    ? (await listLeaves(db, statement.day)).map((stored): Leaf => ({ ...stored, totals: parseTotals(stored.totals) }))
    : []
  const place = leaves.findIndex((leaf) => leaf.customerId === customerId)
  const leaf = leaves[place]
  if (!statement || !leaf) throw new Refused('not_found')
  const path = pathOf(buildLevels(leaves.map(leafNode)), place).map(({ side, hash, totals }) => ({
    side,
    hash,
    totals: totalsText(totals),
  }))
  return {
    format: 'tallystick-solvency-1',
    day: statement.day,
    root: statement.root,
    customer: customerId,
    salt: leaf.salt,
    totals: totalsText(leaf.totals),
    path,
  }
}

function parseTotals(text: string): Map<string, bigint> {
  return new Map(
    text === ''
      ? []
      : text.split(',').map((entry): [string, bigint] => [entry.split(':')[0]!, BigInt(entry.split(':')[1]!)]),
  )
}
