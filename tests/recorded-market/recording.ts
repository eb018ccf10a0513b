import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'

const packedFolder = import.meta.dirname
const unpackedFolder = fileURLToPath(new URL('../../node_modules/.cache/recorded-market', import.meta.url))

/** Names of the recordings in a folder: `fx/EURUSD_1d.csv`. */
export const recordingsIn = (folder: 'crypto' | 'fx' | 'stocks'): string[] =>
  readdirSync(path.join(packedFolder, folder)).map((name) => `${folder}/${name.replace(/\.br$/, '')}`)

/** Unpacks a recording, such as `fx/EURUSD_tick_20140508.csv`, if that hasn't been done yet, and returns its path. */
export function recordingPath(file: string): string {
  const [packed, unpacked] = [path.join(packedFolder, `${file}.br`), path.join(unpackedFolder, file)]
  if (existsSync(unpacked) && statSync(unpacked).mtimeMs >= statSync(packed).mtimeMs) return unpacked
  mkdirSync(path.dirname(unpacked), { recursive: true })
  // Renamed when complete, because tests in several processes unpack the same file.
  const partial = `${unpacked}.${process.pid}`
  writeFileSync(partial, brotliDecompressSync(readFileSync(packed)))
  renameSync(partial, unpacked)
  return unpacked
}
