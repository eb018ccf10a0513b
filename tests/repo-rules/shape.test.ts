import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

const folders = ['contract', 'server', 'web', 'scripts', 'tests', 'bench']

it('has no file of more than 400 lines', () => {
  const long = sources(folders, ['.ts', '.tsx', '.css']).filter(({ text }) => text.split('\n').length > 401)
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([])
})

it('has no folder or file for leftovers', () => {
  const files = sources(['contract', 'server', 'web', 'scripts', 'tests', 'bench'], ['.ts', '.tsx', '.mjs'])
  expect(files.map(({ file }) => file).filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.|$)/.test(file))).toEqual([])
})

it('has a test beside every action, rule and store of a module', () => {
  const files = sources(['server'], ['.ts']).map(({ file }) => file)
  const untested = files.filter((file) => /^server\/[a-z]+\/(open|settle|register|login|reset)[a-z-]*\.ts$/.test(file) && !file.endsWith('.test.ts') && !existsSync(path.join(root, file.replace(/\.ts$/, '.test.ts'))))
  expect(untested).toEqual([])
})

it('skips, sleeps through and silences no test', () => {
  const tests = sources(['server', 'web', 'tests', 'contract', 'scripts'], ['.test.ts', '.test.tsx', '.spec.ts']).filter(({ file }) => !file.startsWith('tests/repo-rules/'))
  const found = tests.filter(({ code }) => /\b(it|test|describe)\.(skip|only|todo)\b|expect\(true\)\.toBe\(true\)|waitForTimeout\(/.test(code))
  expect(found.map(({ file }) => file)).toEqual([])
})

it('tracks no file that a build or a run makes', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  expect(tracked.filter((file) => /^(build|data|node_modules|test-results)\//.test(file))).toEqual([])
})

it('lists every setting in .env.example', () => {
  const config = readFileSync(path.join(root, 'server/platform/config.ts'), 'utf8')
  const example = readFileSync(path.join(root, '.env.example'), 'utf8')
  const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1]!)
  expect(settings.length).toBeGreaterThan(10)
  expect(settings.filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))).toEqual([])
})
