import { expect, it } from 'vitest'
import { balanced, isTest, sources } from './sources.ts'

const files = sources(['server', 'scripts'], ['.ts', '.mjs']).filter(
  (source) => !isTest(source) && /node:child_process|\brunCommand\b/.test(source.code),
)

/** Programs that need our own environment, and why. */
const exceptions: Record<string, string> = {
  'scripts/start.mjs: node server/main.ts': 'is the product, which reads its settings there',
  'scripts/dev.mjs: node --watch-path=server': 'is the product, which reads its settings there',
  'scripts/test.mjs: vitest': 'tests read TEST_DATABASE_URL and what a developer sets for the product',
  'scripts/test.mjs: playwright': 'tests read TEST_DATABASE_URL and what a developer sets for the product',
}

/** The calls that start a program, as `file: text of the call`. */
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

/** Whether the program gets what `childEnvironment` returns: written in the call, or a name that the file gives to it. */
function isMinimal({ call, code }: { call: string; code: string }): boolean {
  const given = /\benv(?:: (\w+))?\b/.exec(call)
  // Without `env`, `runCommand` takes a minimal environment, and any other start takes ours.
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

it('starts every program with an environment that holds none of our secrets', () => {
  expect(files.flatMap(starts).length).toBeGreaterThan(20)
  expect(others.filter((line) => !Object.keys(exceptions).some((exception) => matches(line, exception)))).toEqual([])
})

it('takes no environment but these from childEnvironment', () => {
  const own = sources(['server', 'scripts'], ['.ts', '.mjs']).flatMap(({ code }) =>
    [...code.matchAll(/function (\w+)\([^)]*\)[^{]*\{[^}]*return childEnvironment\(/g)].map((match) => match[1]!),
  )
  expect(own.sort()).toEqual(minimal.slice(1))
})

it('has no exception that nothing needs', () => {
  expect(Object.keys(exceptions).filter((exception) => !others.some((line) => matches(line, exception)))).toEqual([])
})
