import { createHash } from 'node:crypto'
import { invariant } from '../platform/http/refused.ts'

/**
 * A Merkle tree in which every node carries the sums of its children. Does no I/O. Omitting or reducing a balance
 * changes the root. Negative sums are rejected, so that no branch can hide another's balance. Source:
 * docs/spec/truth.md section 4 "Daily statement of solvency"; the construction is Maxwell's proof of liabilities with
 * salted leaves.
 */
export type Totals = ReadonlyMap<string, bigint>
export type Node = { hash: string; totals: Totals }
export type Leaf = { customerId: string; salt: string; totals: Totals }
export type Step = { side: 'left' | 'right'; hash: string; totals: Totals }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns totals as text, such as `BTC:12,USD:1000000`, sorted, without zero amounts. */
export function totalsText(totals: Totals): string {
  const entries = [...totals].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [asset, amount] of entries) invariant(amount > 0n, `negative amount owed: ${asset}`)
  return entries.map(([asset, amount]) => `${asset}:${amount}`).join(',')
}

export function leafNode({ customerId, salt, totals }: Leaf): Node {
  return { hash: sha256(`leaf|${salt}|${customerId}|${totalsText(totals)}`), totals }
}

export function branchNode(left: Node, right: Node): Node {
  const totals = new Map(left.totals)
  for (const [asset, amount] of right.totals) totals.set(asset, (totals.get(asset) ?? 0n) + amount)
  return {
    hash: sha256(`branch|${left.hash}|${totalsText(left.totals)}|${right.hash}|${totalsText(right.totals)}`),
    totals,
  }
}

/** Returns all levels from the leaves up to the root. A node without a sibling moves up unchanged. */
export function buildLevels(leaves: readonly Node[]): Node[][] {
  invariant(leaves.length > 0, 'a tree needs at least one leaf')
  const levels: Node[][] = [[...leaves]]
  for (let level = levels[0]!; level.length > 1; level = levels.at(-1)!) {
    const next: Node[] = []
    for (let index = 0; index < level.length; index += 2)
      next.push(level[index + 1] ? branchNode(level[index]!, level[index + 1]!) : level[index]!)
    levels.push(next)
  }
  return levels
}

/** Returns the siblings of a leaf from the bottom up. */
export function pathOf(levels: readonly Node[][], leafIndex: number): Step[] {
  const steps: Step[] = []
  let index = leafIndex
  for (const level of levels.slice(0, -1)) {
    const isRight = index % 2 === 1
    const sibling = level[isRight ? index - 1 : index + 1]
    if (sibling) steps.push({ side: isRight ? 'left' : 'right', ...sibling })
    index = Math.floor(index / 2)
  }
  return steps
}
