import { closeSync, constants, existsSync, fchmodSync, fstatSync, openSync, readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Log } from '../log.ts'

/**
 * Folders that the product creates under the data folder, parents first. Modes of files inside a private folder don't
 * matter.
 */
const folders = ['compiled', 'files', 'postgres', 'signer', 'chains', 'chains/bitcoin', 'chains/ethereum']
/** Files with secrets, and files at the top level. */
const files = [
  'lock',
  'secret.key',
  'postgres/password',
  'signer/seed',
  'chains/owner.json',
  'chains/bitcoin/bitcoin-faucet.key',
  'chains/ethereum/ethereum-faucet.key',
]
const ours = new Set([...folders, ...files])
const othersMode = 0o077

/**
 * Revokes other users' access to files that earlier versions created in `dataDir` with more permissive modes, and logs
 * the changes. Skips symbolic links, files of other users and unknown names, and skips the data folder itself if it
 * contains any of these.
 */
export function narrowDataFolder(dataDir: string, log: Pick<Log, 'warn'>): void {
  if (!process.getuid || !existsSync(dataDir)) return
  const root = realpathSync(dataDir)
  const isOursOnly = readdirSync(root).every((name) => ours.has(name))
  const entered = new Set(['.'])
  const narrowed = isOursOnly && narrow(root, 'folder').isNarrowed ? ['.'] : []
  for (const name of [...folders, ...files]) {
    if (!entered.has(path.dirname(name))) continue
    const { isOurs, isNarrowed } = narrow(path.join(root, name), folders.includes(name) ? 'folder' : 'file')
    if (isOurs) entered.add(name)
    if (isNarrowed) narrowed.push(name)
  }
  if (narrowed.length > 0) log.warn({ narrowed }, 'revoked other users’ access to our files')
}

function narrow(place: string, kind: 'folder' | 'file'): { isOurs: boolean; isNarrowed: boolean } {
  const notOurs = { isOurs: false, isNarrowed: false }
  let fd: number
  try {
    // Checks and changes the open file, so that nobody can replace it with a link in between.
    fd = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return notOurs
  }
  try {
    const status = fstatSync(fd)
    const isKind = kind === 'folder' ? status.isDirectory() : status.isFile() && status.nlink === 1
    if (!isKind || status.uid !== process.getuid!()) return notOurs
    const isOpen = (status.mode & othersMode) !== 0
    if (isOpen) fchmodSync(fd, status.mode & ~othersMode & 0o7777)
    return { isOurs: true, isNarrowed: isOpen }
  } finally {
    closeSync(fd)
  }
}
