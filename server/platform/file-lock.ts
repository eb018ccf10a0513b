import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { childEnvironment } from './child-environment.mjs'

export type LockMode = 'exclusive' | 'shared'

/** A lock of the operating system on a file. It ends with the process that holds it, also by kill -9. */
export type FileLock = {
  fd: number
  /** False where the machine has no `flock` program: then nobody is excluded. */
  excludes: boolean
  /** Tries to hold it in another mode. When that fails, nothing is held any more. */
  change(mode: LockMode): boolean
  release(): void
}

/**
 * Locks `file`, which it creates with mode 0600, waiting at most `waitSeconds`. Returns undefined while another process holds it in a mode
 * that excludes this one.
 */
export function lockFile(file: string, mode: LockMode, waitSeconds = 0): FileLock | undefined {
  const fd = openSync(file, 'a+', 0o600)
  let excludes = true
  const take = (wanted: LockMode, seconds: number) => {
    const wait = seconds > 0 ? ['-w', String(seconds)] : ['-n']
    // The child locks the open file that it shares with us, so the lock stays when the child has ended.
    const { status, error } = spawnSync('flock', [...wait, wanted === 'shared' ? '-s' : '-x', '3'], {
      stdio: ['ignore', 'ignore', 'ignore', fd],
      env: childEnvironment(),
    })
    excludes = error === undefined
    return !excludes || status === 0
  }
  if (take(mode, waitSeconds))
    return { fd, excludes, change: (wanted) => take(wanted, 0), release: () => closeSync(fd) }
  closeSync(fd)
  return undefined
}
