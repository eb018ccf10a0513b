import { openCheckpoint, type OpenedCheckpoint, type Trust } from '../../packages/verify/src/log/checkpoint.ts'
import { growTiles, lastTiles, rootFrom, tilesOf, type StoredTile } from '../../packages/verify/src/log/grow.ts'
import { leafHash, planRoot, sameHash, type Hash, type Tree } from '../../packages/verify/src/log/merkle.ts'
import { parseBundle, tilePath, tileWidth, widthIn } from '../../packages/verify/src/log/tiles.ts'

/** Reads a file of the log, such as `checkpoint`. */
export type LogFiles = (path: string) => Promise<Uint8Array>

export type LogReport = {
  newest: OpenedCheckpoint
  signed: string
  /** The number of entries of each type. */
  types: Map<string, number>
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/**
 * Reads the whole log and recomputes its root. `known` is a tree that the log must extend. Throws an Error with a
 * sentence that says what doesn't hold.
 */
export async function verifyLog(files: LogFiles, trust: Trust, known?: Tree): Promise<LogReport> {
  const signed = text(await files('checkpoint'))
  const newest = openCheckpoint(signed, trust)
  if ('refused' in newest) throw new Error(`The checkpoint is refused: ${newest.refused}.`)
  const { size, root } = newest.checkpoint
  if (known && known.size > size) throw new Error(`The log has ${size} entries, and had ${known.size} before.`)
  const types = new Map<string, number>()
  const tree = emptyTree()
  for (let index = 0; index * tileWidth < size; index += 1) {
    const entries = parseBundle(
      await files(tilePath({ level: 'entries', index, width: widthIn(size, 'entries', index) })),
    )
    if (!entries) throw new Error(`The bundle ${index} is malformed.`)
    for (const entry of entries) count(types, entry)
    const hashes = entries.map(leafHash)
    const before = known ? Math.max(0, known.size - tree.size) : 0
    if (known && before > 0 && before <= hashes.length) {
      tree.add(hashes.slice(0, before))
      if (!sameHash(tree.root(), known.root)) throw new Error(`The first ${known.size} entries have changed.`)
      tree.add(hashes.slice(before))
    } else tree.add(hashes)
  }
  if (tree.size !== size) throw new Error(`The log has ${tree.size} entries, and its checkpoint says ${size}.`)
  if (!sameHash(tree.root(), root)) throw new Error('The entries don’t lead to the root in the checkpoint.')
  return { newest, signed, types }
}

function count(types: Map<string, number>, entry: Uint8Array): void {
  const { type } = JSON.parse(text(entry)) as { type: string }
  types.set(type, (types.get(type) ?? 0) + 1)
}

function emptyTree() {
  const tiles = new Map<string, StoredTile>()
  const read = (wanted: { level: number; index: number }[]) =>
    wanted.flatMap(({ level, index }) => tiles.get(`${level}/${index}`) ?? [])
  return {
    size: 0,
    add(hashes: readonly Hash[]) {
      for (const tile of growTiles(this.size, read(lastTiles(this.size)), hashes))
        tiles.set(`${tile.level}/${tile.index}`, tile)
      this.size += hashes.length
    },
    root(): Hash {
      return rootFrom(read(tilesOf([planRoot(this.size)])), this.size)
    },
  }
}
