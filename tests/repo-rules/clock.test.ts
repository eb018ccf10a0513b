import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

const machineTime = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime/

const sqlTime = new RegExp(
  String.raw`(^|[^.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\s*\)` +
    String.raw`|\b(current_timestamp|localtimestamp|current_date)\b`,
  'i',
)

it('reads the machine clock only in clock.ts', () => {
  const files = sources(['server', 'api', 'scripts'], ['.ts']).filter(
    (source) => source.file !== 'server/platform/time/clock.ts' && !isTest(source),
  )
  expect(findings(files, machineTime)).toEqual([])
})

const wallClock = /\bDate\.now\(|new Date\(\)/

it('shows the server’s time on pages, not the machine’s', () => {
  const files = sources(['web'], ['.ts', '.tsx']).filter((source) => !isTest(source))
  const found = findings(files, wallClock)
  // A referral is stored in the visitor's browser only, on pages that don't load the server's time.
  const allowed = (line: string) => line.startsWith('web/site/referral.ts:')
  expect(found.filter((line) => !allowed(line))).toEqual([])
  expect(found.filter(allowed)).toHaveLength(2)
})

it('measures durations in benchmarks, with the monotonic clock', () => {
  const benchmarks = sources(['bench'], ['.ts'])
  expect(findings(benchmarks, wallClock)).toEqual([])
  expect(findings(benchmarks, /\bperformance\.now\(/)).not.toEqual([])
})

it('reads no time in SQL, because callers pass it', () => {
  // graphile-worker's queue uses the database's clock, and clock.ts has a method of this name.
  const allowed = (line: string) =>
    line.startsWith('server/platform/time/jobs.ts:') || line.startsWith('server/platform/time/clock.ts:')
  const found = findings(
    sources(['db/migrations', 'server'], ['.sql', '.ts']).filter((source) => !isTest(source)),
    sqlTime,
  )
  expect(found.filter((line) => !allowed(line))).toEqual([])
})

it('detects uses of a machine clock', () => {
  expect(machineTime.test('const at = Date.now()')).toBe(true)
  expect(sqlTime.test('  WHERE at > now()')).toBe(true)
  expect(sqlTime.test('clock.now()')).toBe(false)
  expect(machineTime.test('const at = new Date(clock.nowMs())')).toBe(false)
})
