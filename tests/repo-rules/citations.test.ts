import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

const folders = ['server', 'web', 'contract', 'tests', 'scripts', 'bench', 'db']
const pages = 'product|truth|targets|markets|chains|money|beyond|architecture|style|proof|scale|classes|english'
const citation = new RegExp(`(docs/spec/[\\w-]+|(?<![/\\w.-])(?:${pages}))\\.md`, 'g')
/** Joins a comment's lines, because a citation can continue on the next line. */
const joined = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)\s*/g, ' ')

const plain = (text: string) => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').toLowerCase()

/** Returns one line for each broken citation in a text. */
function brokenCitations(file: string, text: string): string[] {
  const whole = joined(text)
  return [...whole.matchAll(citation)].flatMap((match) => {
    if (!match[1]!.startsWith('docs/')) return [`${file}: ${match[0]} has no folder`]
    const page = match[0]
    if (!existsSync(path.join(root, page))) return [`${file}: ${page} doesn't exist`]
    const target = readFileSync(path.join(root, page), 'utf8')
    const rest = whole.slice(match.index + match[0].length)
    const numbers = /^,? sections? (\d+(?:(?:, | and | to )\d+)*)/.exec(rest)?.[1]?.match(/\d+/g) ?? []
    const rows = /^,?:? ([PRS]\d+(?:(?:, | and | to )[PRS]\d+)*)/.exec(rest)?.[1]?.match(/[PRS]\d+/g) ?? []
    const quote = /^,?(?: sections? \d+,?)? ["“]([^"”'\n]+)["”]/.exec(rest)?.[1]
    return [
      ...numbers.filter((number) => !target.includes(`\n## ${number}. `)).map((number) => `section ${number}`),
      ...rows.filter((row) => !target.includes(`\n| ${row} |`)),
      ...(quote && !plain(target).includes(plain(quote)) ? [`"${quote}"`] : []),
    ].map((missing) => `${file}: ${page} has no ${missing}`)
  })
}

it('cites only pages, sections, rows and phrases that the specification has', () => {
  const files = sources(folders, ['.ts', '.tsx', '.css', '.sql']).filter(
    ({ file }) => file !== 'tests/repo-rules/citations.test.ts' && !file.endsWith('.generated.ts'),
  )
  expect(files.flatMap(({ file, text }) => brokenCitations(file, text))).toEqual([])
})

it('finds broken citations', () => {
  const text = [
    'docs/spec/nowhere.md section 1',
    'docs/spec/truth.md section 7',
    'docs/spec/truth.md sections 1 and 9',
    'docs/spec/targets.md P99',
    'docs/spec/beyond.md "telepathy"',
    'truth.md section 1',
  ].join('.\n')
  expect(brokenCitations('server/x.ts', text)).toHaveLength(6)
})
