import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { childEnvironment } from '../process/child-environment.mjs'

export type LockMode = 'exclusive' | 'shared'

/** An operating-system lock on a file. It is released when the process that holds it ends, even by kill -9. */
export type FileLock = {
  fd: number
  /** False if the machine has no `flock` program, in which case nothing is locked. */
  excludes: boolean
  /** Tries to switch to another mode. On failure, the lock is released. */
  change(mode: LockMode): boolean
  release(): void
}

/**
 * Locks `file`, creating it with mode 0600, and waits at most `waitSeconds`. Returns undefined while another process
 * holds it in a conflicting mode.
 */
export function lockFile(file: string, mode: LockMode, waitSeconds = 0): FileLock | undefined {
  const fd = openSync(file, 'a+', 0o600)
  let excludes = true
  const take = (wanted: LockMode, seconds: number) => {
    const wait = seconds > 0 ? ['-w', String(seconds)] : ['-n']
    // The child locks the open file that it shares with this process, so the lock outlives the child.
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
