import { spawn } from 'node:child_process'
import { childEnvironment } from '../process/child-environment.mjs'

/**
 * The guard: a shell that waits on a pipe from this process. If the pipe closes without a message, the process was
 * killed. The guard then gives the next process a few seconds to take over the server, and stops it unless another
 * process uses it or another guard is alive. Without the second condition, the guard of an earlier killed process would
 * cut the grace period of a later one short.
 */
const script = `grace=$1 users=$2; shift 2
exec 9>>"$users.guards"; flock -s 9
read -r _ && exit
sleep "$grace"
flock -x -n 9 && exec flock -x -n "$users" "$@"`

/**
 * Starts a guard that runs `stop` a few seconds after this process dies, unless another process holds `usersFile`. The
 * default is long enough for a supervisor to restart the product. Returns a function that dismisses the guard.
 */
export function guardServer(usersFile: string, stop: string[], graceSeconds = 5): () => void {
  const guard = spawn('sh', ['-c', script, 'tallystick-postgres-guard', String(graceSeconds), usersFile, ...stop], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: childEnvironment(),
    // Neither Ctrl-C nor a closed terminal may end the guard before this process ends.
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin!.on('error', () => {})
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  return () => void guard.stdin!.end('dismissed\n')
}
