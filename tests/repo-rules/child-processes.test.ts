import { expect, it } from 'vitest'
import { balanced, isTest, sources } from './sources.ts'

const files = sources(['server', 'scripts'], ['.ts', '.mjs']).filter(
  (source) => !isTest(source) && /node:child_process|\brunCommand\b/.test(source.code),
)

/** Programs that need the full environment, with the reason. */
const exceptions: Record<string, string> = {
  'scripts/start.mjs: node server/main.ts': 'the product reads its settings from the environment',
  'scripts/dev.mjs: node --watch-path=server': 'the product reads its settings from the environment',
  'scripts/test.mjs: vitest': 'tests read TEST_DATABASE_URL and the settings of the product',
  'scripts/test.mjs: playwright': 'tests read TEST_DATABASE_URL and the settings of the product',
}

/** Returns the calls in a file that start a program. */
function starts({ file, code }: { file: string; code: string }): { file: string; call: string; code: string }[] {
  const imported = /import \{([^}]*)\} from 'node:child_process'/.exec(code)?.[1] ?? ''
  const names = imported
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith('type '))
  const promised = [...code.matchAll(/const (\w+) = promisify\((\w+)\)/g)]
    .filter(([, , of]) => names.includes(of!))
    .map(([, name]) => name!)
  const pattern = new RegExp(
    String.raw`(?<![.\w]|function )(?:${[...names, ...promised, 'runCommand'].join('|')})\(`,
    'g',
  )
  return [...code.matchAll(pattern)]
    .map(({ index }) => ({ file, call: balanced(code, index), code }))
    .filter(({ call }) => !/^\w+\(\w+: \w/.test(call))
}

/** Functions that return a minimal environment. */
const minimal = ['childEnvironment', 'npmEnvironment']

/** Returns whether the program gets the result of `childEnvironment`, directly or through a name in the file. */
function isMinimal({ call, code }: { call: string; code: string }): boolean {
  const given = /\benv(?:: (\w+))?\b/.exec(call)
  // Without `env`, `runCommand` uses a minimal environment, and any other call uses ours.
  if (!given) return call.startsWith('runCommand(')
  const name = given[1] ?? 'env'
  if (minimal.includes(name)) return true
  const values = [...code.matchAll(new RegExp(String.raw`\b${name} = (\w*)`, 'g'))].map((match) => match[1])
  return values.length > 0 && values.every((value) => value === 'childEnvironment')
}

const asLine = ({ file, call }: { file: string; call: string }) =>
  `${file}: ${call.replaceAll(/\s+/g, ' ').replace('( ', '(')}`
const matches = (line: string, exception: string) =>
  line
    .replaceAll(/[[\]',]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/: runCommand\(/, ': ')
    .startsWith(exception)

const others = files
  .flatMap(starts)
  .filter((start) => !isMinimal(start))
  .map(asLine)

it('starts every program with an environment without our secrets', () => {
  expect(files.flatMap(starts).length).toBeGreaterThan(20)
  expect(others.filter((line) => !Object.keys(exceptions).some((exception) => matches(line, exception)))).toEqual([])
})

it('has no other functions that return an environment', () => {
  const own = sources(['server', 'scripts'], ['.ts', '.mjs']).flatMap(({ code }) =>
    [...code.matchAll(/function (\w+)\([^)]*\)[^{]*\{[^}]*return childEnvironment\(/g)].map((match) => match[1]!),
  )
  expect(own.sort()).toEqual(minimal.slice(1))
})

it('has no unused exceptions', () => {
  expect(Object.keys(exceptions).filter((exception) => !others.some((line) => matches(line, exception)))).toEqual([])
})
