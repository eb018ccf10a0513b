import { execFileSync } from 'node:child_process'

let prefix: string[] | undefined

/**
 * Returns what to put before a command so that Linux sends it SIGTERM when the thread that started it ends, even by kill -9. Empty where the
 * machine can't do that.
 */
export function endWithUs(): string[] {
  prefix ??= works() ? ['setpriv', '--pdeathsig', 'TERM'] : []
  return prefix
}

function works(): boolean {
  try {
    execFileSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
