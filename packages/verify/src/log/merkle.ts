import { sha256 } from '@noble/hashes/sha2.js'

// The Merkle tree of RFC 6962, section 2.1. No I/O: a proof is first planned as the complete subtrees that it needs,
// and the caller reads their hashes, for example from tiles.

/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array

/** The complete subtree over the entries from `index * 2 ** level` to before `(index + 1) * 2 ** level`. */
export type Subtree = { level: number; index: number }

/** A hash of a proof, as neighbouring complete subtrees from left to right, which are hashed together. */
export type Span = readonly Subtree[]

/** Returns the hash of an entry. */
export function leafHash(entry: Uint8Array): Hash {
  const bytes = new Uint8Array(1 + entry.length)
  bytes.set(entry, 1)
  return sha256(bytes)
}

/** Returns the hash of two neighbouring subtrees. */
export function nodeHash(left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(65)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 33)
  return sha256(bytes)
}

/** Returns the root of the tree without entries. */
export const emptyRoot = (): Hash => sha256(new Uint8Array())

/** Returns whether two hashes are the same. They are public, so the comparison may stop early. */
export function sameHash(a: Hash, b: Hash): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}

/** Returns the root of the tree with these hashes of entries. */
export function rootOf(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return emptyRoot()
  if (leaves.length === 1) return leaves[0]!
  const split = splitOf(leaves.length)
  return nodeHash(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

/** Returns the inclusion proof of the entry at `index` in the tree with these hashes of entries. */
export function pathIn(leaves: readonly Hash[], index: number): Hash[] {
  if (leaves.length === 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split ? [...pathIn(left, index), rootOf(right)] : [...pathIn(right, index - split), rootOf(left)]
}

/** Returns the largest power of two that is less than `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** Returns the complete subtrees over `size` entries that start at `start`. */
function spanOf(start: number, size: number): Subtree[] {
  const span: Subtree[] = []
  for (let at = start, left = size; left > 0;) {
    let level = 0
    while (2 ** (level + 1) <= left) level += 1
    span.push({ level, index: at / 2 ** level })
    at += 2 ** level
    left -= 2 ** level
  }
  return span
}

/** Returns the subtrees whose hashes make the root of the first `size` entries; none for an empty tree. */
export const planRoot = (size: number): Span => spanOf(0, size)

/** Returns the subtrees of an inclusion proof, from the leaf's sibling up. Throws a RangeError for an index outside. */
export function planInclusion(index: number, size: number): Span[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`entry ${index} is not in a tree of ${size}`)
  return pathOf(index, 0, size)
}

function pathOf(index: number, start: number, size: number): Span[] {
  if (size === 1) return []
  const split = splitOf(size)
  return index < start + split
    ? [...pathOf(index, start, split), spanOf(start + split, size - split)]
    : [...pathOf(index, start + split, size - split), spanOf(start, split)]
}

/**
 * Returns the subtrees of a proof that the first `size` entries begin with the first `oldSize` ones. Throws a RangeError
 * if the old tree is larger.
 */
export function planConsistency(oldSize: number, size: number): Span[] {
  if (!(oldSize >= 0 && oldSize <= size)) throw new RangeError(`a tree of ${size} can't extend one of ${oldSize}`)
  return oldSize === 0 || oldSize === size ? [] : extensionOf(oldSize, 0, size, true)
}

function extensionOf(oldSize: number, start: number, size: number, isWhole: boolean): Span[] {
  if (oldSize === size) return isWhole ? [] : [spanOf(start, size)]
  const split = splitOf(size)
  return oldSize <= split
    ? [...extensionOf(oldSize, start, split, isWhole), spanOf(start + split, size - split)]
    : [...extensionOf(oldSize - split, start + split, size - split, false), spanOf(start, split)]
}

/** Returns the hash of neighbouring complete subtrees, given from left to right. */
export function hashOfSpan(hashes: readonly Hash[]): Hash {
  return hashes.length === 0 ? emptyRoot() : hashes.reduceRight((right, left) => nodeHash(left, right))
}

/**
 * Returns the root that an inclusion proof leads to, or undefined if the proof has the wrong length. An entry is included
 * if the root equals a trusted one. Source: RFC 9162, section 2.1.3.2.
 */
export function rootOfInclusion(index: number, size: number, leaf: Hash, proof: readonly Hash[]): Hash | undefined {
  if (!(index >= 0 && index < size)) return undefined
  let node = BigInt(index)
  let last = BigInt(size - 1)
  let root = leaf
  for (const hash of proof) {
    if (last === 0n) return undefined
    if (node % 2n === 1n || node === last) {
      root = nodeHash(hash, root)
      while (node % 2n === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n]
    } else root = nodeHash(root, hash)
    node >>= 1n
    last >>= 1n
  }
  return last === 0n ? root : undefined
}

/** The size and the root of a tree. */
export type Tree = { size: number; root: Hash }

/** Returns whether a proof shows that `next` begins with the entries of `old`. Source: RFC 9162, section 2.1.4.2. */
export function isExtension(old: Tree, next: Tree, proof: readonly Hash[]): boolean {
  if (old.size > next.size) return false
  if (old.size === next.size) return proof.length === 0 && sameHash(old.root, next.root)
  if (old.size === 0) return proof.length === 0 && sameHash(old.root, emptyRoot())
  const isPower = Number.isInteger(Math.log2(old.size)) && 2 ** Math.log2(old.size) === old.size
  const [first, ...rest] = isPower ? [old.root, ...proof] : proof
  if (!first) return false
  const found = rootsOfExtension(old.size, next.size, first, rest)
  return found !== undefined && sameHash(found.old, old.root) && sameHash(found.next, next.root)
}

function rootsOfExtension(oldSize: number, size: number, first: Hash, rest: readonly Hash[]) {
  let node = BigInt(oldSize - 1)
  let last = BigInt(size - 1)
  while (node % 2n === 1n) [node, last] = [node >> 1n, last >> 1n]
  let [old, next] = [first, first]
  for (const hash of rest) {
    if (last === 0n) return undefined
    if (node % 2n === 1n || node === last) {
      old = nodeHash(hash, old)
      next = nodeHash(hash, next)
      while (node % 2n === 0n && node !== 0n) [node, last] = [node >> 1n, last >> 1n]
    } else next = nodeHash(next, hash)
    node >>= 1n
    last >>= 1n
  }
  return last === 0n ? { old, next } : undefined
}
