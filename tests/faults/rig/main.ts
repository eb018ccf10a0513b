import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { reportOf, skipped, type Figure } from './figure.ts'
import { measureKills } from './kill-figures.ts'
import { measurePayments } from './payment-figure.ts'
import { measureProcesses } from './processes-figure.ts'
import { measureTampering } from './tampering-figure.ts'
import { measureTroubles } from './trouble-figure.ts'

// `npm run faults -- --only R1,R6 --rounds N`: measures the reliability figures in docs/how-to/measure-faults.md and
// compares them with their targets. Writes a report to test-results/. Exits with 1 if a figure misses its target.
const { values } = parseArgs({ options: { only: { type: 'string' }, rounds: { type: 'string', default: '100' } } })
const rounds = Number(values.rounds)
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Figures that are measured together, in the order in which they run. */
const rigs: { ids: string[]; measure(): Promise<Figure[]> }[] = [
  { ids: ['R1', 'R4', 'R5', 'R6'], measure: () => measureKills(rounds, say) },
  { ids: ['R6', 'R7'], measure: () => measureProcesses(Math.min(rounds, 20), say) },
  { ids: ['R8'], measure: () => measureTroubles(say) },
  { ids: ['R9'], measure: () => measurePayments(say) },
  { ids: ['R10'], measure: () => measureTampering(say) },
]

const known = [...new Set(rigs.flatMap(({ ids }) => ids))]
const wanted = values.only?.split(',') ?? known
const strange = wanted.filter((id) => !known.includes(id))
if (strange.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  process.stderr.write(`Usage: npm run faults -- [--only ${known.join(',')}] [--rounds N]\n`)
  process.exit(2)
}

const figures: Figure[] = []
for (const { ids, measure } of rigs.filter((rig) => rig.ids.some((id) => wanted.includes(id)))) {
  say(`Measuring ${ids.join(', ')}`)
  const measured = await measure().catch((error: Error) =>
    ids.map((id) => ({ ...skipped(id, 'the rig failed', '', error.message), verdict: 'missed' as const })),
  )
  figures.push(...measured.filter(({ id }) => wanted.includes(id)))
}
figures.sort((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))

const now = new Date()
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const cores = availableParallelism()
const load = loadavg()[0]!.toFixed(1)
const conditions = `Commit ${commit}, Node ${process.version}, ${cores} cores, load ${load} at the end.`
const report = reportOf(figures, [`# Reliability figures, ${now.toISOString().slice(0, 16)}Z`, '', conditions])
const folder = fileURLToPath(new URL('../../../test-results', import.meta.url))
mkdirSync(folder, { recursive: true })
const file = path.join(folder, `faults-${now.toISOString().slice(0, 16).replaceAll(':', '')}.md`)
writeFileSync(file, report)
say(`\n${report}\nWritten to ${file}`)
process.exit(figures.some(({ verdict }) => verdict === 'missed') ? 1 : 0)
