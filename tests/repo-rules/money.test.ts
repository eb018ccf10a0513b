import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

it('never converts money to floating point', () => {
  const files = sources(['server/ledger', 'server/trading', 'contract'], ['.ts']).filter((source) => !isTest(source))
  // `totalbalance` is specified as a bare number, so its only conversion has the name `asBareNumber`.
  const found = findings(files, /parseFloat\(|\.toFixed\(|(?:Number|Math\.\w+)\([^)]*[mM]inor/)
  expect(found.filter((line) => !line.includes('asBareNumber'))).toEqual([])
})

it('stores no money as a floating-point or decimal number', () => {
  const columns =
    /^\s*\w*(minor|amount|balance|stake)\w*\s+(real|double precision|float\d?|numeric(?!\(\d+, 0\))|decimal|money)\b/i
  expect(findings(sources(['db/migrations'], ['.sql']), columns)).toEqual([])
  expect(columns.test('  amount_minor double precision NOT NULL')).toBe(true)
  expect(columns.test('  amount_minor numeric(10, 2) NOT NULL')).toBe(true)
})
