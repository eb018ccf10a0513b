import { expect, it } from 'vitest'
import { growTiles, hashesFrom, lastTiles, rootFrom, tilesOf, type StoredTile } from './grow.ts'
import { isExtension, leafHash, planConsistency, planInclusion, planRoot, rootOfInclusion } from './merkle.ts'

/** Just enough that level 2 has a hash. */
const total = 256 * 256 + 3
const leaves = Array.from({ length: total }, (_, index) => leafHash(new TextEncoder().encode(`entry ${index}`)))

/** Stores tiles as a database would. */
function store() {
  const tiles = new Map<string, StoredTile>()
  const read = (wanted: { level: number; index: number }[]) =>
    wanted.map(({ level, index }) => tiles.get(`${level}/${index}`)!)
  let size = 0
  return {
    read,
    add(count: number) {
      const added = leaves.slice(size, size + count)
      for (const tile of growTiles(size, read(lastTiles(size)), added)) tiles.set(`${tile.level}/${tile.index}`, tile)
      size += count
      return { size, root: rootFrom(read(tilesOf([planRoot(size)])), size) }
    },
  }
}

it('builds the same tree from any steps', () => {
  const whole = store().add(total)
  const steps = store()
  const trees = [1, 1, 253, 1, 1, 255, 1000, 64_023, 4].map((count) => steps.add(count))
  expect(trees.at(-1)).toEqual(whole)
})

it('serves proofs of entries and of growth', () => {
  const tree = store()
  const trees = [1, 255, 1, 300, 64_979, 3].map((count) => tree.add(count))
  const newest = trees.at(-1)!
  for (const index of [0, 1, 255, 256, 557, 65_535, newest.size - 1]) {
    const plan = planInclusion(index, newest.size)
    const proof = hashesFrom(tree.read(tilesOf(plan)), plan)
    expect(rootOfInclusion(index, newest.size, leaves[index]!, proof)).toEqual(newest.root)
  }
  for (const old of trees) {
    const plan = planConsistency(old.size, newest.size)
    expect(isExtension(old, newest, hashesFrom(tree.read(tilesOf(plan)), plan))).toBe(true)
  }
})

it('refuses to grow without the partial tiles', () => {
  expect(() => growTiles(3, [], leaves.slice(3, 4))).toThrow('tile 0/0 has fewer than 3 hashes')
  expect(() => rootFrom([{ level: 0, index: 0, hashes: leaves.slice(0, 1) }], 2)).toThrow('tile 0/0 lacks hashes')
})
