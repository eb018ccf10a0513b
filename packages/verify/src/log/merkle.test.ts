import { expect, it } from 'vitest'
import {
  emptyRoot,
  hashOfSpan,
  isExtension,
  leafHash,
  nodeHash,
  planConsistency,
  planInclusion,
  planRoot,
  rootOfInclusion,
  type Hash,
  type Span,
} from './merkle.ts'

const text = (hash: Hash | undefined) => hash && Buffer.from(hash).toString('hex')
const leaves = Array.from({ length: 70 }, (_, index) => leafHash(Buffer.from(`entry ${index}`)))

/** The definition in RFC 6962, without the shortcuts of the product. */
function rootOf(hashes: readonly Hash[]): Hash {
  if (hashes.length === 0) return emptyRoot()
  if (hashes.length === 1) return hashes[0]!
  let split = 1
  while (split * 2 < hashes.length) split *= 2
  return nodeHash(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)))
}

const read = (span: Span) =>
  hashOfSpan(span.map(({ level, index }) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))))
const tree = (size: number) => ({ size, root: rootOf(leaves.slice(0, size)) })
const flipped = (hash: Hash) => Uint8Array.from(hash, (byte, index) => (index === 7 ? byte ^ 1 : byte))

it('computes the roots that RFC 6962 defines', () => {
  expect(text(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(text(leafHash(new Uint8Array()))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  for (let size = 0; size <= leaves.length; size += 1) expect(text(read(planRoot(size)))).toBe(text(tree(size).root))
})

it('proves every entry of every tree, and no other entry, place or size', () => {
  for (let size = 1; size <= 34; size += 1)
    for (let index = 0; index < size; index += 1) {
      const proof = planInclusion(index, size).map(read)
      const root = text(tree(size).root)
      expect(text(rootOfInclusion(index, size, leaves[index]!, proof))).toBe(root)
      expect(text(rootOfInclusion(index, size, leaves[index + 1]!, proof))).not.toBe(root)
      if (size > 1) expect(text(rootOfInclusion((index + 1) % size, size, leaves[index]!, proof))).not.toBe(root)
      expect(rootOfInclusion(index, size, leaves[index]!, [...proof, leaves[0]!])).toBeUndefined()
      if (size > 1) expect(text(rootOfInclusion(index, size, leaves[index]!, proof.slice(1)))).not.toBe(root)
      for (const [place] of proof.entries()) {
        const wrong = proof.with(place, flipped(proof[place]!))
        expect(text(rootOfInclusion(index, size, leaves[index]!, wrong))).not.toBe(root)
      }
    }
})

it('proves that every tree extends each smaller one, and no other', () => {
  for (let size = 0; size <= 34; size += 1)
    for (let oldSize = 0; oldSize <= size; oldSize += 1) {
      const proof = planConsistency(oldSize, size).map(read)
      expect(isExtension(tree(oldSize), tree(size), proof), `${oldSize} to ${size}`).toBe(true)
      const other = { size: oldSize, root: flipped(tree(oldSize).root) }
      expect(isExtension(other, tree(size), proof)).toBe(false)
      expect(isExtension(tree(oldSize), { size, root: flipped(tree(size).root) }, proof)).toBe(
        // Every tree extends the empty one.
        oldSize === 0 && size > 0,
      )
      expect(isExtension(tree(oldSize), tree(size), [...proof, leaves[0]!])).toBe(false)
      if (oldSize < size) expect(isExtension(tree(size), tree(oldSize), proof)).toBe(false)
      for (const [place] of proof.entries())
        expect(isExtension(tree(oldSize), tree(size), proof.with(place, flipped(proof[place]!)))).toBe(false)
      if (proof.length > 0) expect(isExtension(tree(oldSize), tree(size), proof.slice(1))).toBe(false)
    }
})

it('refuses to plan proofs outside the tree', () => {
  expect(() => planInclusion(3, 3)).toThrow('entry 3 is not in a tree of 3')
  expect(() => planInclusion(-1, 3)).toThrow(RangeError)
  expect(() => planConsistency(4, 3)).toThrow("a tree of 3 can't extend one of 4")
})
