import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  fsyncSync,
  openSync,
  closeSync,
} from 'node:fs'
import path from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64, toBase64 } from '../../../packages/verify/src/log/base64.ts'
import type { Tree } from '../../../packages/verify/src/log/merkle.ts'
import { emptyRoot } from '../../../packages/verify/src/log/merkle.ts'

// Files of the log's signer, in its own folder. Only its process reads them.

const keyBytes = 32

/** Reads the log's private key, and creates it once. Throws an `Error` with a sentence for the operator. */
export function readLogKey(folder: string): { secret: Uint8Array; publicKey: Uint8Array; name: string } {
  const file = path.join(folder, 'key')
  if (!existsSync(file)) createKey(folder, file)
  const [name, encoded] = readFileSync(file, 'utf8').trim().split('\n')
  const secret = fromBase64(encoded ?? '')
  if (!name || secret?.length !== keyBytes) throw new Error(`${file} does not contain a key of the log`)
  return { secret, publicKey: ed25519.getPublicKey(secret), name }
}

/** Writes a new key, with a name that no other installation has. */
function createKey(folder: string, file: string): void {
  const made = `${file}.${process.pid}`
  const name = `tallystick.invalid/${randomBytes(8).toString('hex')}`
  writeDurably(made, `${name}\n${toBase64(randomBytes(keyBytes))}\n`)
  try {
    // Written atomically, and never over a key that another process has just created.
    linkSync(made, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(made)
  }
  syncPath(folder)
}

/** Reads the size and root that the key signed last. */
export function readLastTree(folder: string): Tree {
  const file = path.join(folder, 'last-tree')
  if (!existsSync(file)) return { size: 0, root: emptyRoot() }
  const [size, encoded] = readFileSync(file, 'utf8').trim().split(' ')
  const root = fromBase64(encoded ?? '')
  if (!/^\d+$/.test(size ?? '') || root?.length !== 32) throw new Error(`${file} does not contain a tree`)
  return { size: Number(size), root }
}

/** Stores the tree durably before the key signs it, so that a crash can't lead to two trees of one size. */
export function writeLastTree(folder: string, { size, root }: Tree): void {
  const file = path.join(folder, 'last-tree')
  const made = `${file}.new`
  writeDurably(made, `${size} ${toBase64(root)}\n`)
  renameSync(made, file)
  syncPath(folder)
}

function writeDurably(file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 })
  syncPath(file)
}

/** Waits until a file's content, or the names in a folder, are on the disk. */
function syncPath(file: string): void {
  const descriptor = openSync(file, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
