import fc from 'fast-check'
import { expect, it } from 'vitest'
import { branchNode, buildLevels, leafNode, pathOf, totalsText, type Leaf, type Node } from './sum-tree.ts'

const anyLeaf = fc.record({
  customerId: fc.uuid(),
  salt: fc.string({ minLength: 4, maxLength: 8 }),
  totals: fc
    .dictionary(fc.constantFrom('USD', 'BTC', 'ETH'), fc.bigInt(0n, 10n ** 15n))
    .map((record) => new Map(Object.entries(record))),
})

function rootBy(leaf: Leaf, path: ReturnType<typeof pathOf>): Node {
  return path.reduce(
    (node, { side, hash, totals }) =>
      side === 'left' ? branchNode({ hash, totals }, node) : branchNode(node, { hash, totals }),
    leafNode(leaf),
  )
}

it('a path connects every leaf to the root, whose sums cover all leaves', () => {
  fc.assert(
    fc.property(fc.array(anyLeaf, { minLength: 1, maxLength: 40 }), (leaves) => {
      const levels = buildLevels(leaves.map(leafNode))
      const root = levels.at(-1)![0]!
      for (const asset of ['USD', 'BTC', 'ETH']) {
        expect(root.totals.get(asset) ?? 0n).toBe(
          leaves.reduce((sum, { totals }) => sum + (totals.get(asset) ?? 0n), 0n),
        )
      }
      leaves.forEach((leaf, index) => expect(rootBy(leaf, pathOf(levels, index)).hash).toBe(root.hash))
    }),
  )
})

it('a tree has a different root if any leaf contains less', () => {
  const leaf = (name: string, usd: bigint): Leaf => ({ customerId: name, salt: 's', totals: new Map([['USD', usd]]) })
  const root = (usd: bigint) =>
    buildLevels([leaf('a', 5n), leaf('b', usd), leaf('c', 7n)].map(leafNode)).at(-1)![0]!.hash
  expect(root(6n)).not.toBe(root(5n))
})

it('a tree can’t contain a negative sum', () => {
  expect(() => totalsText(new Map([['USD', -1n]]))).toThrow('negative amount owed')
  expect(
    totalsText(
      new Map([
        ['USD', 3n],
        ['BTC', 0n],
        ['ETH', 1n],
      ]),
    ),
  ).toBe('ETH:1,USD:3')
})
