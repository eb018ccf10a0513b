import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

const machineTime = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime/

const sqlTime =
  /(^|[^.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\s*\)|\b(current_timestamp|localtimestamp|current_date)\b/i

it('reads the machine clock nowhere but in the clock', () => {
  const files = sources(['server', 'contract', 'scripts'], ['.ts']).filter(
    (source) => source.file !== 'server/platform/clock.ts' && !isTest(source),
  )
  expect(findings(files, machineTime)).toEqual([])
})

it('reads no time in SQL: the caller passes it', () => {
  // The queue of graphile-worker waits by the database's clock; the clock itself has a method of this name.
  const allowed = (line: string) =>
    line.startsWith('server/platform/jobs.ts:') || line.startsWith('server/platform/clock.ts:')
  const found = findings(
    sources(['db/migrations', 'server'], ['.sql', '.ts']).filter((source) => !isTest(source)),
    sqlTime,
  )
  expect(found.filter((line) => !allowed(line))).toEqual([])
})

it('knows a machine clock when it sees one', () => {
  expect(machineTime.test('const at = Date.now()')).toBe(true)
  expect(sqlTime.test('  WHERE at > now()')).toBe(true)
  expect(sqlTime.test('clock.now()')).toBe(false)
  expect(machineTime.test('const at = new Date(clock.nowMs())')).toBe(false)
})
