import { spawn } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'

/** Long enough for whatever starts us again after a crash: the next process takes the running server over. */
const graceSeconds = 5

/**
 * The guard: a shell that waits on a pipe from us. When the pipe closes without a word we were killed. Then it gives the next start some
 * seconds to take the server over, and stops it unless somebody holds `lockFile`.
 */
const script = 'read -r _ && exit; grace=$1; lock=$2; shift 2; sleep "$grace"; exec flock -x -n "$lock" "$@"'

/** Starts a guard that runs `stop` after our death. Returns how to dismiss it. */
export function guardServer(lockFile: string, stop: string[]): () => void {
  const guard = spawn('sh', ['-c', script, 'tallystick-postgres-guard', String(graceSeconds), lockFile, ...stop], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: childEnvironment(),
    // Neither Ctrl-C nor a terminal that closes may end the guard before us.
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin!.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return () => void guard.stdin!.end('dismissed\n')
}
