import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { modules } from '../../server/modules.ts'
import { root, sources } from './sources.ts'

const atTheRoot = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'STYLE.md', 'CHANGELOG.md'].map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}))
const documents = [...sources(['db', 'docs', 'server', 'tests'], ['.md']), ...atTheRoot]

it('links only to files that exist', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)]
      .map((match) => path.join(path.dirname(file), match[1]!))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${file} -> ${target}`),
  )
  expect(broken).toEqual([])
})

it('links only to headings that exist', () => {
  const broken = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)#([^)]+)\)/g)]
      .filter(([, target, anchor]) => {
        const linked = target ? path.join(path.dirname(file), target) : file
        return linked.endsWith('.md') && !anchorsIn(readFileSync(path.join(root, linked), 'utf8')).includes(anchor!)
      })
      .map(([link]) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
  expect(anchorsIn('## "Two words", 24/7 `x`')).toEqual(['two-words-247-x'])
})

/** Returns the anchors of a document's headings, as code hosts derive them. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('mentions only npm commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = documents.flatMap(({ text }) => [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

it('describes every module, and gives every decision record its number and sections', () => {
  const architecture = readFileSync(path.join(root, 'docs/ARCHITECTURE.md'), 'utf8')
  const rows = architecture
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]!)
  expect(Object.keys(modules).filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([])
  const decisions = sources(['docs/decisions'], ['.md'])
  const incomplete = decisions.filter(
    ({ file, text }) =>
      !text.startsWith(`# ${Number(path.basename(file).slice(0, 4))}. `) ||
      !['Context', 'Decision', 'Consequences'].every((part) => text.includes(part)),
  )
  expect(incomplete.map(({ file }) => file)).toEqual([])
})
