import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Fault, Finding } from '../checker/findings.ts'

export type Checked = { acknowledged: Record<string, number>; counts: Record<Fault, number>; findings: Finding[] }

const program = fileURLToPath(new URL('../checker/main.ts', import.meta.url))

/** Runs the checker as a separate program. Returns its results. Throws if it can't read the journal or the database. */
export function runChecker(database: string, journals: string[], { sums = false } = {}): Checked {
  const args = ['--database', database, ...journals.flatMap((file) => ['--journal', file]), ...(sums ? ['--sums'] : [])]
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    maxBuffer: 64e6,
    timeout: 120_000,
  })
  if (!stdout) throw new Error(`the checker failed: ${stderr}`)
  return JSON.parse(stdout) as Checked
}
