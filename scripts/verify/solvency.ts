import { createHash } from 'node:crypto'

// Checks a customer's proof of solvency, the response of `solvency.proof`, against a root. Shares no code with the
// server.

type Step = { side: 'left' | 'right'; hash: string; totals: string }
export type Proof = {
  format: string
  day: string
  root: string
  customer: string
  salt: string
  totals: string
  path: Step[]
}

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Adds two lists of totals, such as `BTC:1,USD:2`. Throws if an amount isn't a positive integer. */
function add(a: string, b: string): string {
  const sums = new Map<string, bigint>()
  for (const entry of [...a.split(','), ...b.split(',')].filter(Boolean)) {
    const [asset = '', amount = ''] = entry.split(':')
    if (!/^[1-9]\d*$/.test(amount)) throw new Error(`a branch has the total ${entry}`)
    sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(amount))
  }
  return [...sums]
    .sort(([x], [y]) => (x < y ? -1 : 1))
    .map(([asset, amount]) => `${asset}:${amount}`)
    .join(',')
}

/** Returns whether a proof leads to a root, and the totals of all customers. Throws if a branch has invalid totals. */
export function climb(proof: Proof, root: string): { holds: boolean; totals: string } {
  let totals = proof.totals
  let hash = hashOf(`leaf|${proof.salt}|${proof.customer}|${proof.totals}`)
  for (const step of proof.path) {
    if (step.side !== 'left' && step.side !== 'right') throw new Error(`a branch has the side ${String(step.side)}`)
    const [left, right] = step.side === 'left' ? [step, { hash, totals }] : [{ hash, totals }, step]
    hash = hashOf(`branch|${left.hash}|${left.totals}|${right.hash}|${right.totals}`)
    totals = add(totals, step.totals)
  }
  return { holds: hash === root && proof.root === root, totals }
}
