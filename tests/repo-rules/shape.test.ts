import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

const folders = ['contract', 'server', 'web', 'scripts', 'tests', 'bench']

it('has no file of more than 500 lines that a person writes', () => {
  const written = sources(folders, ['.ts', '.tsx', '.css']).filter(({ file }) => !file.endsWith('.generated.ts'))
  const long = written.filter(({ text }) => text.split('\n').length > 501)
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([])
})

it('has no folder or file for leftovers', () => {
  const files = sources(['contract', 'server', 'web', 'scripts', 'tests', 'bench'], ['.ts', '.tsx', '.mjs'])
  expect(
    files.map(({ file }) => file).filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.|$)/.test(file)),
  ).toEqual([])
})

/** Files that a module's `calls.ts` binds and that can refuse. */
function actions(): string[] {
  const files = sources(['server'], ['.ts'])
  const bound = files
    .filter(({ file }) => /^server\/\w+\/calls\.ts$/.test(file))
    .flatMap(({ file, code }) =>
      [...code.matchAll(/^import \{.*\} from '\.\/([\w-]+\.ts)'/gm)].map((match) =>
        path.join(path.dirname(file), match[1]!),
      ),
    )
  return files.filter(({ file, code }) => bound.includes(file) && code.includes('new Refused(')).map(({ file }) => file)
}

it('has the test of every action beside it, under its name', () => {
  expect(actions().length).toBeGreaterThan(5)
  expect(actions().filter((file) => !existsSync(path.join(root, file.replace(/\.ts$/, '.test.ts'))))).toEqual([])
})

it('skips, sleeps through and silences no test', () => {
  const tests = sources(
    ['server', 'web', 'tests', 'contract', 'scripts'],
    ['.test.ts', '.test.tsx', '.spec.ts'],
  ).filter(({ file }) => !file.startsWith('tests/repo-rules/'))
  const found = tests.filter(({ code }) =>
    /\b(it|test|describe)\.(skip|only|todo)\b|expect\(true\)\.toBe\(true\)|waitForTimeout\(|(?:(?<!test\.)setTimeout|sleep|delay)\(\s*(?:resolve|done|\d)|new Promise\(\(?\w+\)? => setTimeout/.test(
      code,
    ),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})

it('tracks no file that a build or a run makes', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  expect(tracked.filter((file) => /^(build|data|node_modules|test-results)\//.test(file))).toEqual([])
})
