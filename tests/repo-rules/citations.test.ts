import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readSource, root, sources } from './sources.ts'

const folders = ['server', 'web', 'api', 'tests', 'scripts', 'bench', 'db', 'deploy']
const pages = 'product|truth|targets|markets|chains|money|beyond|architecture|style|proof|scale|classes|english'
const citation = new RegExp(`(docs/[\\w/-]+|(?<![/\\w.-])(?:${pages}))\\.md`, 'g')
/** Joins a comment's lines, because a citation can continue on the next line. */
const joined = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#)\s*/g, ' ')

const decisionNumbers = sources(['docs/decisions'], ['.md']).map(({ file }) => parseInt(path.basename(file)))

const plain = (text: string) => text.replace(/[`*]/g, '').replace(/\s+/g, ' ').toLowerCase()

/** Returns one line for each broken citation in a text. */
function brokenCitations(file: string, text: string): string[] {
  const whole = joined(text)
  const decisions = [...whole.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)]
    .flatMap((match) => match[1]!.match(/\d+/g)!)
    .filter((number) => !decisionNumbers.includes(Number(number)))
    .map((number) => `${file}: there is no decision ${number}`)
  const broken = [...whole.matchAll(citation)].flatMap((match) => {
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
  return [...decisions, ...broken]
}

it('cites only pages, sections, rows and phrases that the documents have', () => {
  const files = [...sources(folders, ['']), readSource('knip.jsonc'), readSource('.env.example')].filter(
    ({ file }) =>
      /^deploy\/|\.(?:tsx?|mjs|css|sql|jsonc|example)$/.test(file) &&
      file !== 'tests/repo-rules/citations.test.ts' &&
      !file.endsWith('.generated.ts'),
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
    'docs/how-to/forget-secrets.md',
    'docs/security/asvs.md section 99',
    'docs/decisions/0001-nowhere.md',
    'docs/how-to/install-on-a-server.md, "Teleport"',
    'Decisions 1 and 999',
    'truth.md section 1',
  ].join('.\n')
  expect(brokenCitations('server/x.ts', text)).toHaveLength(11)
  const held = 'docs/how-to/install-on-a-server.md,\n# "Container". docs/security/asvs.md, section 3, decision 7'
  expect(brokenCitations('deploy/x', held)).toEqual([])
})

/** Pages that no longer exist. The changelog says so. */
const removed = ['docs/api/calls.md']
const plainPath = /(?<!\]\([^)\s]*)\bdocs\/[\w/-]+\.md/g

it('names documents in the changelog only by links', () => {
  const { text } = readSource('CHANGELOG.md')
  const named = [...text.matchAll(plainPath)].map(([page]) => page)
  expect(named.filter((page) => !removed.includes(page))).toEqual([])
  expect(removed.filter((page) => existsSync(path.join(root, page)))).toEqual([])
  expect('See [secrets](docs/how-to/keep-secrets.md) and `docs/x.md`'.match(plainPath)).toEqual(['docs/x.md'])
})
