import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

const machineTime = /\bDate\.now\(|new Date\(\)|performance\.now\(|process\.hrtime/

it('reads the machine clock nowhere but in the clock', () => {
  const files = sources(['server', 'contract', 'scripts'], ['.ts']).filter((source) => source.file !== 'server/platform/clock.ts' && !isTest(source))
  expect(findings(files, machineTime)).toEqual([])
})

it('reads no time in SQL: the caller passes it', () => {
  const allowed = /graphile_worker\.jobs/
  const files = sources(['db/migrations', 'server'], ['.sql', '.ts'])
  const found = findings(files, /\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\bcurrent_timestamp\b/i)
  const inSql = found.filter((line) => line.includes('.sql:') || /SELECT|INSERT|UPDATE|DELETE|sql`/.test(line))
  expect(inSql.filter((line) => !allowed.test(line))).toEqual([])
})

it('knows a machine clock when it sees one', () => {
  expect(machineTime.test('const at = Date.now()')).toBe(true)
  expect(machineTime.test('const at = new Date(clock.nowMs())')).toBe(false)
})
