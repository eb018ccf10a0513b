import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { figure, type Figure } from './figure.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = ['tests/faults/withdrawals.test.ts', 'server/payments/deposits/real-nodes.test.ts']
const withinMs = 900_000

type Report = { testResults: { name: string; assertionResults: { title: string; fullName: string; status: string }[] }[] }

/** Measures R9 by running the tests of payments on real nodes: each case kills, reorganises, replaces or repeats something. */
export async function measurePayments(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-payments-'))
  const file = path.join(folder, 'report.json')
  try {
    const vitest = path.join(root, 'node_modules', '.bin', 'vitest')
    const args = ['run', '--reporter=json', `--outputFile=${file}`, ...files]
    const env = { ...process.env, PATH: `${path.dirname(vitest)}${path.delimiter}${process.env['PATH']}` }
    spawnSync(vitest, args, { cwd: root, env, stdio: 'ignore', timeout: withinMs })
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const cases = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = cases.filter(({ status }) => status !== 'passed')
    const measured = `${cases.length - failed.length} of ${cases.length} cases passed`
    const name = 'reorganisations, replaced and repeated payments; withdrawals killed between sign, send and record'
    const isMet = failed.length === 0 && testResults.length === files.length && cases.length > 0
    return [figure('R9', name, '0 double credits, 0 double sends', measured, isMet, cases.map((one) => `${one.status}: ${one.fullName}`))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
