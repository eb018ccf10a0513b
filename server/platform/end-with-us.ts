import { execFileSync } from 'node:child_process'
import { childEnvironment } from './child-environment.mjs'

let isPossible: boolean | undefined

/**
 * Returns what to put before a command so that Linux sends it `signal` when the thread that started it ends, even by kill -9. SIGKILL also
 * ends a program that is frozen (SIGSTOP). Empty where the machine can't do that.
 */
export function endWithUs(signal: 'TERM' | 'KILL' = 'TERM'): string[] {
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
