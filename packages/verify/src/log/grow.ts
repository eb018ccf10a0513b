import { hashOfSpan, nodeHash, planRoot, type Hash, type Span, type Subtree } from './merkle.ts'
import { tileOf, tileWidth } from './tiles.ts'

// Trees stored as tiles. No I/O: the caller reads and writes the tiles.

/** The hashes of a tile that may be partial. */
export type StoredTile = { level: number; index: number; hashes: readonly Hash[] }

const keyOf = ({ level, index }: { level: number; index: number }) => `${level}/${index}`

/** Returns the hash of a full subtree from the hashes of its parts, whose count is a power of two. */
function hashOfParts(hashes: readonly Hash[]): Hash {
  let level = hashes
  while (level.length > 1)
    level = Array.from({ length: level.length / 2 }, (_, at) => nodeHash(level[2 * at]!, level[2 * at + 1]!))
  return level[0]!
}

/** Returns the partial tiles of a tree, which grow when entries are added. */
export function lastTiles(size: number): { level: number; index: number }[] {
  const tiles: { level: number; index: number }[] = []
  for (let level = 0, hashes = size; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth))
    if (hashes % tileWidth > 0) tiles.push({ level, index: Math.floor(hashes / tileWidth) })
  return tiles
}

/**
 * Adds hashes of entries to a tree of `size` entries with these partial tiles. Returns all tiles that change, as they
 * are afterwards. Throws if `partial` lacks a tile of `lastTiles`.
 */
export function growTiles(size: number, partial: readonly StoredTile[], added: readonly Hash[]): StoredTile[] {
  const changed: StoredTile[] = []
  let [count, rising] = [size, added]
  for (let level = 0; rising.length > 0; level += 1) {
    const full: Hash[] = []
    let index = Math.floor(count / tileWidth)
    let hashes = hashesAt(partial, { level, index }, count % tileWidth)
    for (const hash of rising) {
      hashes.push(hash)
      if (hashes.length < tileWidth) continue
      changed.push({ level, index, hashes })
      full.push(hashOfParts(hashes))
      hashes = []
      index += 1
    }
    if (hashes.length > 0) changed.push({ level, index, hashes })
    count = Math.floor(count / tileWidth)
    rising = full
  }
  return changed
}

function hashesAt(tiles: readonly StoredTile[], at: { level: number; index: number }, width: number): Hash[] {
  if (width === 0) return []
  const found = tiles.find((tile) => keyOf(tile) === keyOf(at))
  if (!found || found.hashes.length < width) throw new Error(`tile ${keyOf(at)} has fewer than ${width} hashes`)
  return found.hashes.slice(0, width)
}

/** Returns the tiles that contain the hashes of these spans, each once. */
export function tilesOf(spans: readonly Span[]): { level: number; index: number }[] {
  const tiles = new Map(spans.flat().map((subtree) => [keyOf(tileOf(subtree)), tileOf(subtree)]))
  return [...tiles.values()].map(({ level, index }) => ({ level, index }))
}

/**
 * Returns the hash of each span from the tiles of `tilesOf`, in any order and among others. Of two versions of a tile,
 * the later one counts. Throws if a tile is missing or too short.
 */
export function hashesFrom(tiles: readonly StoredTile[], spans: readonly Span[]): Hash[] {
  const stored = new Map(tiles.map((tile) => [keyOf(tile), tile]))
  const hashOf = (subtree: Subtree) => {
    const place = tileOf(subtree)
    const parts = stored.get(keyOf(place))?.hashes.slice(place.from, place.from + place.count) ?? []
    if (parts.length < place.count) throw new Error(`tile ${keyOf(place)} lacks hashes`)
    return hashOfParts(parts)
  }
  return spans.map((span) => hashOfSpan(span.map(hashOf)))
}

/** Returns the root of the first `size` entries from the tiles of `tilesOf([planRoot(size)])`. */
export const rootFrom = (tiles: readonly StoredTile[], size: number): Hash => hashesFrom(tiles, [planRoot(size)])[0]!
