import { expect, it } from 'vitest'
import { isTest, sources } from '../../repo-rules/sources.ts'

it('the checker shares no code with the product', () => {
  const files = sources(['tests/faults/checker'], ['.ts']).filter((source) => !isTest(source))
  const imported = files.flatMap(({ code }) =>
    [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!),
  )
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((name) => !name.startsWith('node:') && !/^(pg|\.\/[\w-]+\.ts)$/.test(name))).toEqual([])
})
