import { execFileSync } from 'node:child_process'
import { childEnvironment } from './child-environment.mjs'

let isPossible: boolean | undefined

/**
 * Returns a command prefix that makes Linux send `signal` when the parent thread ends, even by kill -9. SIGKILL also
 * ends a program that SIGSTOP has suspended. Returns an empty prefix if the machine doesn't support this.
 */
export function stopWithParent(signal: 'TERM' | 'KILL' = 'TERM'): string[] {
  isPossible ??= works()
  return isPossible ? ['setpriv', '--pdeathsig', signal] : []
}

function works(): boolean {
  try {
    execFileSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore', env: childEnvironment() })
    return true
  } catch {
    return false
  }
}
