import { expect, it } from 'vitest'
import { sealedValues } from '../../server/sealed-values.ts'
import { isTest, sources, tablesSql } from './sources.ts'

/** Returns every column of the schema whose name marks it as encrypted. */
function sealedColumns(): string[] {
  const found: string[] = []
  let table = ''
  for (const line of tablesSql().split('\n')) {
    table = /^CREATE TABLE (\S+) \(/.exec(line)?.[1] ?? table
    const column = /^ {2}(\w*sealed\w*) bytea/.exec(line)?.[1]
    if (column) found.push(`${table}.${column}`)
  }
  return found.sort()
}

it('re-encrypts every encrypted column of the schema when a key is replaced', () => {
  const listed = sealedValues.flatMap(({ columns }) =>
    columns.flatMap((column) => ('column' in column ? [`${column.table}.${column.column}`] : [])),
  )
  expect(sealedColumns().length).toBeGreaterThan(15)
  expect(listed.sort()).toEqual(sealedColumns())
})

it('re-encrypts the files of every purpose', () => {
  const named = sources(['server'], ['.ts'])
    .filter((source) => !isTest(source))
    .flatMap(({ code }) => [...code.matchAll(/const \w+Purpose = '([a-z]+(?:-[a-z]+)+)'/g)].map((match) => match[1]!))
  const listed = sealedValues.flatMap(({ files = [] }) => files.map(({ purpose }) => purpose))
  expect(listed.sort()).toEqual(named.sort())
})

it('reads SECRET_KEY only where keys are derived from it', () => {
  const users = sources(['server', 'scripts'], ['.ts']).filter(
    (source) => !isTest(source) && /\bsecretKey\b/.test(source.code.replace(/\(secretKey\b.*/g, '')),
  )
  expect(users.map(({ file }) => file).sort()).toEqual([
    'server/platform/config.ts',
    'server/platform/files/files.ts',
    'server/platform/secrets/keys.ts',
    'server/platform/secrets/open-keys.ts',
  ])
})
