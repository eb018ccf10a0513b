import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './sources.ts'

const page = 'docs/security/asvs.md'
const text = readFileSync(path.join(root, page), 'utf8')
/** Ids and levels of OWASP ASVS 5.0.0, levels 1 and 2 (CC BY-SA 4.0). */
const requirements = JSON.parse(readFileSync(path.join(root, 'tests/repo-rules/asvs-5.0.0.json'), 'utf8')) as Record<
  string,
  number
>

const statuses = ['met', 'met differently', 'not met', 'out of scope']

type Row = { id: string; level: number; status: string; evidence: string; tests: { file: string; title: string }[] }

const rows: Row[] = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id, level, status, evidence]) => ({
    id: id!,
    level: Number(level),
    status: status!,
    evidence: evidence!,
    tests: [...evidence!.matchAll(/\]\(([^)]+\.(?:test|spec)\.tsx?)\): “([^”]+)”/g)].map((match) => ({
      file: path.join(path.dirname(page), match[1]!),
      title: match[2]!,
    })),
  }),
)
const inScope = rows.filter(({ status }) => status !== 'out of scope')
const tested = inScope.filter(({ status, tests }) => status !== 'not met' && tests.length > 0)

describe('the table of OWASP ASVS 5.0.0', () => {
  it('has each requirement of levels 1 and 2 once, with its level', () => {
    expect(Object.keys(requirements)).toHaveLength(253)
    expect(rows).toHaveLength(253)
    expect(Object.fromEntries(rows.map(({ id, level }) => [id, level]))).toEqual(requirements)
  })

  it('gives each requirement a status and evidence', () => {
    expect(rows.filter(({ status }) => !statuses.includes(status)).map(({ id }) => id)).toEqual([])
    expect(rows.filter(({ evidence }) => evidence.trim().length < 5).map(({ id }) => id)).toEqual([])
  })

  it('shows the totals of its rows at the top', () => {
    for (const status of statuses) {
      const count = rows.filter((row) => row.status === status).length
      expect(text).toMatch(new RegExp(`^\\| ${status} \\| [^|]+ \\| ${count} \\|$`, 'm'))
    }
    const percent = Math.floor((tested.length * 100) / inScope.length)
    expect(text).toContain(
      `In scope: ${inScope.length}. Shown by an automated test: ${tested.length} of them (${percent}%).`,
    )
  })

  it('names an automated test for at least 70% of the requirements in scope', () => {
    expect(tested.length / inScope.length).toBeGreaterThanOrEqual(0.7)
  })

  it('names only files and tests that exist', () => {
    const links = rows.flatMap(({ id, evidence }) =>
      [...evidence.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => ({
        id,
        file: path.join(path.dirname(page), match[1]!),
      })),
    )
    expect(links.filter(({ file }) => !existsSync(path.join(root, file)))).toEqual([])
    const files = rows.flatMap(({ evidence }) => [...evidence.matchAll(/\.(?:test|spec)\.tsx?\)/g)])
    const named = rows.flatMap(({ tests }) => tests)
    expect(named).toHaveLength(files.length)
    expect(named.filter(({ file, title }) => !titlesOf(file).includes(title))).toEqual([])
  })
})

/** Returns the text of a test file, with unescaped quotes: it contains the titles of its tests and of their rows. */
function titlesOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'")
}
