import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

it('never converts money to floating point', () => {
  const files = sources(['server', 'api'], ['.ts']).filter((source) => !isTest(source))
  const found = findings(files, /parseFloat\(|\b(?:Number|Math\.\w+)\([^)]*[mM]inor/)
  const fixed = findings(
    sources(['server/ledger', 'server/trading', 'api'], ['.ts']).filter((source) => !isTest(source)),
    /\.toFixed\(/,
  )
  expect(fixed).toEqual([])
  // The only conversions.
  const allowed = /export const (asBareNumber|ratioOf) =/
  expect(found.filter((line) => !allowed.test(line))).toEqual([])
})

it('stores no money as a floating-point or decimal number', () => {
  const columns =
    /^\s*\w*(minor|amount|balance|stake)\w*\s+(real|double precision|float\d?|numeric(?!\(\d+, 0\))|decimal|money)\b/i
  expect(findings(sources(['db/migrations', 'server'], ['.sql']), columns)).toEqual([])
  expect(columns.test('  amount_minor double precision NOT NULL')).toBe(true)
  expect(columns.test('  amount_minor numeric(10, 2) NOT NULL')).toBe(true)
})
