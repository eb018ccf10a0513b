import { spawn } from 'node:child_process'
import { childEnvironment } from './child-environment.mjs'

/**
 * The guard: a shell that waits on a pipe from us. When the pipe closes without a word we were killed. Then it gives
 * the next start some seconds to take the server over, and stops it unless a process works on it or another guard is
 * alive. Without that second condition, the guard of an earlier kill would cut the time after a later kill short.
 */
const script = `grace=$1 users=$2; shift 2
exec 9>>"$users.guards"; flock -s 9
read -r _ && exit
sleep "$grace"
flock -x -n 9 && exec flock -x -n "$users" "$@"`

/**
 * Starts a guard that runs `stop` some seconds after our death unless another process holds `usersFile`. The default is
 * long enough for a supervisor to start us again. Returns how to dismiss the guard.
 */
export function guardServer(usersFile: string, stop: string[], graceSeconds = 5): () => void {
  const guard = spawn('sh', ['-c', script, 'tallystick-postgres-guard', String(graceSeconds), usersFile, ...stop], {
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
