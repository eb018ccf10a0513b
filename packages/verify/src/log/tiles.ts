import type { Subtree } from './merkle.ts'

// A log's tree as static files. Source: https://c2sp.org/tlog-tiles

/** Hashes per full tile, and the levels of the tree that a tile spans. */
export const tileWidth = 256
const tileHeight = 8

/** A tile: its level (`entries` for the entries themselves), its place in the level, and its number of hashes. */
export type Tile = { level: number | 'entries'; index: number; width: number }

/** Returns a tile's path below the log's address, such as `tile/0/x001/234.p/7`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = []
  for (let rest = index, isLast = true; rest > 0 || isLast; rest = Math.floor(rest / 1000), isLast = false)
    groups.unshift(`${isLast ? '' : 'x'}${String(rest % 1000).padStart(3, '0')}`)
  return `tile/${level}/${groups.join('/')}${width === tileWidth ? '' : `.p/${width}`}`
}

/** Reads a tile's path. Returns undefined if it is malformed. */
export function parseTilePath(path: string): Tile | undefined {
  const found = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (!found) return undefined
  const level = found[1] === 'entries' ? 'entries' : Number(found[1])
  const tile = {
    level,
    index: Number(found[2]!.replaceAll(/[x/]/g, '')),
    width: found[3] === undefined ? tileWidth : Number(found[3]),
  } as const
  return Number.isSafeInteger(tile.index) && tile.width <= tileWidth && tilePath(tile) === path ? tile : undefined
}

/** Returns the width of the tile at this place in a tree of `size` entries; 0 if the tree doesn't reach it. */
export function widthIn(size: number, level: number | 'entries', index: number): number {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level))
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth))
}

/** Returns the tile that determines a subtree's hash, and which of the tile's hashes are below the subtree. */
export function tileOf({ level, index }: Subtree): { level: number; index: number; from: number; count: number } {
  const tileLevel = Math.floor(level / tileHeight)
  const count = 2 ** (level - tileLevel * tileHeight)
  const first = index * count
  return { level: tileLevel, index: Math.floor(first / tileWidth), from: first % tileWidth, count }
}

/** Returns the entries in a bundle; undefined if it is malformed. */
export function parseBundle(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = []
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength)
  let at = 0
  while (at + 2 <= bundle.length) {
    const end = at + 2 + view.getUint16(at)
    if (end > bundle.length) return undefined
    entries.push(bundle.slice(at + 2, end))
    at = end
  }
  return at === bundle.length ? entries : undefined
}

/** The largest entry that a bundle can hold, in bytes. */
export const maxEntryBytes = 65_535

/** Returns a bundle of entries. Throws a RangeError for an entry that is too long. */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((bytes, entry) => bytes + 2 + entry.length, 0))
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > maxEntryBytes) throw new RangeError(`an entry has ${entry.length} bytes`)
    view.setUint16(at, entry.length)
    bundle.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bundle
}
