import { ftruncateSync, mkdirSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { lockFile, type FileLock } from './file-lock.ts'

/**
 * Locks `dataDir` for this process and returns a function that releases it. Throws `ConfigError` with the other
 * process's id if the folder is already locked: two processes would write the same files, and without a shared bus the
 * second would receive no prices. With `shared`, several processes that exchange signals can hold the lock.
 */
export function lockDataFolder(dataDir: string, { shared }: { shared: boolean }): () => void {
  const file = path.join(dataDir, 'lock')
  const lock = lockIn(dataDir, file, shared)
  const holder = Number.parseInt(readFileSync(file, 'utf8'), 10)
  const isTaken = !lock || (!lock.excludes && !shared && isAlive(holder))
  if (isTaken)
    throw new ConfigError(
      `DATA_DIR: ${dataDir} is in use by process ${holder}: stop that process, or choose another folder`,
    )
  ftruncateSync(lock.fd)
  writeSync(lock.fd, `${process.pid}\n`)
  return lock.release
}

function lockIn(dataDir: string, file: string, shared: boolean): FileLock | undefined {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return lockFile(file, shared ? 'shared' : 'exclusive')
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} can't be written (${(error as NodeJS.ErrnoException).code})`)
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
