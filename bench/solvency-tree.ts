import { buildLevels, leafNode, pathOf } from '../server/proofs/sum-tree.ts'

// `node bench/solvency-tree.ts`: measures how long it takes to build the tree for a statement of solvency.
for (const count of [1_000, 10_000, 100_000]) {
  const leaves = Array.from({ length: count }, (_, index) => ({
    customerId: `01a1fce9-549b-715b-9ce4-${String(index).padStart(12, '0')}`,
    salt: String(index).padStart(32, '0'),
    totals: new Map([
      ['USD', BigInt(index + 1)],
      ['BTC', 5n],
    ]),
  }))
  const beganAt = performance.now()
  const levels = buildLevels(leaves.map(leafNode))
  const tookMs = performance.now() - beganAt
  process.stdout.write(`${count} customers: ${Math.round(tookMs)} ms, path length ${pathOf(levels, 0).length}\n`)
}
