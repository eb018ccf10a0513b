import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isCurrent } from '../../scripts/docs.ts'
import { root, sources } from './sources.ts'

it('keeps the generated documents current (npm run docs)', () => {
  expect(isCurrent()).toBe(true)
})

it('links only to files that exist', () => {
  const documents = [...sources(['docs'], ['.md']), { file: 'README.md', text: readFileSync(path.join(root, 'README.md'), 'utf8') }]
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map((match) => path.join(path.dirname(file), match[1]!)).filter((target) => !existsSync(path.join(root, target))).map((target) => `${file} -> ${target}`),
  )
  expect(broken).toEqual([])
})

it('names only npm commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const documents = [...sources(['docs'], ['.md']), { file: 'README.md', text: readFileSync(path.join(root, 'README.md'), 'utf8') }]
  const named = documents.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
