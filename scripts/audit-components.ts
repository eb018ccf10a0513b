import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createAlarms, type Alarms } from '../server/platform/alarms.ts'
import { childEnvironment, downloadVariables } from '../server/platform/process/child-environment.mjs'
import { createClock } from '../server/platform/time/clock.ts'
import { ConfigError, readConfig, readEnvironment } from '../server/platform/config.ts'
import { createLog } from '../server/platform/log.ts'
import { createMetrics } from '../server/platform/metrics.ts'
import {
  type DatedFault,
  type FirstSeen,
  overdue,
  readReport,
  UnreadableReport,
  withLimits,
} from './component-faults.ts'
import { findDatabase } from './records.ts'

// `npm run audit:components [-- --report FILE]`: checks the production packages against the registry's list of known
// vulnerabilities. Works whether or not the server is running. Raises an alarm at the desk for each vulnerability whose
// time limit has passed, and one if the list can't be read. `--report FILE` reads the stored output of `npm audit
// --json` instead. Exits with 1 if it raised an alarm.
const longestReportBytes = 50_000_000
const { values } = parseArgs({ options: { report: { type: 'string' } } })

try {
  const config = readConfig(readEnvironment())
  const { url, close } = await findDatabase(config)
  const clock = createClock(0)
  const alarms = createAlarms({ url, clock, log: createLog('silent'), metrics: createMetrics(false) })
  try {
    process.exitCode = (await check(alarms, path.join(config.dataDir, 'component-faults.json'), clock.nowMs())) ? 0 : 1
  } finally {
    await alarms.stop()
    await close()
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Runs one check and raises or clears the alarms. Returns whether every vulnerability is within its time limit. */
async function check(alarms: Alarms, seenFile: string, nowMs: number): Promise<boolean> {
  const text = values.report ? readFileSync(values.report, 'utf8') : await npmAudit()
  let faults: DatedFault[]
  try {
    faults = withLimits(readReport(text), readSeen(seenFile), nowMs)
  } catch (error) {
    if (!(error instanceof UnreadableReport)) throw error
    print(`Could not check the packages for known vulnerabilities: ${error.message}`)
    await alarms.raise({ kind: 'components_unchecked', subject: 'npm audit', details: { reason: error.message } })
    return false
  }
  await alarms.clear('components_unchecked', 'npm audit')
  writeFileSync(
    seenFile,
    JSON.stringify(Object.fromEntries(faults.map(({ id, firstSeenAtMs }) => [id, firstSeenAtMs]))),
    { mode: 0o600 },
  )
  const late = overdue(faults, nowMs)
  for (const fault of faults) {
    const mark = late.includes(fault) ? ', OVERDUE' : ''
    const { severity, component, title, id, dueAtMs } = fault
    print(`${severity}: ${component}: ${title} (${id}): update by ${dayOf(dueAtMs)}${mark}`)
  }
  print(`${faults.length} known vulnerabilities in production packages, ${late.length} overdue.`)
  await raiseOverdue(alarms, late)
  return late.length === 0
}

async function raiseOverdue(alarms: Alarms, late: readonly DatedFault[]): Promise<void> {
  for (const { id, component, title, severity, dueAtMs } of late) {
    await alarms.raise({
      kind: 'component_overdue',
      subject: id,
      details: { component, title, severity, due: dayOf(dueAtMs) },
    })
  }
  const still = new Set(late.map(({ id }) => id))
  const open = (await alarms.open()).filter(({ kind, subject }) => kind === 'component_overdue' && !still.has(subject))
  for (const { subject } of open) await alarms.clear('component_overdue', subject)
}

/**
 * Returns the output of `npm audit`. Ignores its exit code, which is 1 whether it finds vulnerabilities or fails.
 */
function npmAudit(): Promise<string> {
  const command = ['audit', '--omit=dev', '--package-lock-only', '--json']
  const limits = { maxBuffer: longestReportBytes, timeout: 120_000 }
  return new Promise((resolve) =>
    execFile('npm', command, { ...limits, env: childEnvironment(downloadVariables()) }, (_error, stdout) =>
      resolve(stdout),
    ),
  )
}

function readSeen(file: string): FirstSeen {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FirstSeen
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
