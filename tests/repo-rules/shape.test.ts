import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Call } from '../../api/call.ts'
import { calls } from '../../api/calls.ts'
import { findings, isTest, readSource, root, sources, type Source } from './sources.ts'

const folders = ['api', 'server', 'web', 'scripts', 'tests', 'bench']

it('has no hand-written file of more than 500 lines', () => {
  const written = sources(folders, ['.ts', '.tsx', '.css']).filter(({ file }) => !file.endsWith('.generated.ts'))
  const long = written.filter(({ text }) => text.split('\n').length > 501)
  expect(long.map(({ file, text }) => `${file}: ${text.split('\n').length}`)).toEqual([])
})

/**
 * Lines that may have more than 120 columns, because breaking them would change them. To break a message in `t` or
 * `msg`, end the line with a backslash and start the next one in the first column: the msgid stays the same. The macro
 * doesn't accept a sum of strings.
 */
const longLines: Record<string, RegExp> = {
  'regular expressions': /^\s*\/[^/*].*\/[dgimsuvy]*,?$/,
  'paths of vector graphics': /\bd=["{]/,
  'markup to which the formatter adds a space': /\{' '\}$/,
  'lists of ciphers': /^\s*ssl_ciphers /,
}
/** Files that contain long text as data. */
const longData = [
  // Generated.
  /\.generated\.ts$/,
  // Sources of the first parameters, which calls return.
  /^(?:server\/mining\/sql\/tables|db\/migrations\/0001-initial)\.sql$/,
  // Rows of recordings, and a key.
  /^server\/markets\/(?:replay\/recording|sources\/replay)\.test\.ts$/,
  /^server\/payments\/chains\/addresses\.test\.ts$/,
]

it('has no line of more than 120 columns, except those that breaking would change', () => {
  const code = sources([...folders, 'db'], ['.ts', '.tsx', '.mjs', '.css', '.sql'])
  const written = [...code, ...sources(['deploy'], ['']), readSource('knip.jsonc')].filter(
    ({ file }) => !longData.some((pattern) => pattern.test(file)),
  )
  const long = written.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (line.length > 120 ? [{ at: `${file}:${index + 1}`, line }] : [])),
  )
  const allowed = Object.values(longLines)
  expect(long.filter(({ line }) => !allowed.some((pattern) => pattern.test(line))).map(({ at }) => at)).toEqual([])
  expect(allowed.filter((pattern) => !long.some(({ line }) => pattern.test(line)))).toEqual([])
})

it('has no catch-all folders or files', () => {
  const files = sources(['api', 'server', 'web', 'scripts', 'tests', 'bench'], ['.ts', '.tsx', '.mjs'])
  expect(
    files.map(({ file }) => file).filter((file) => /(^|\/)(utils?|helpers?|common|misc|shared)(\/|\.|$)/.test(file)),
  ).toEqual([])
})

/** Returns each call that `bindActions` binds in a `calls.ts`, with its action's file: `user: showCustomer,`. */
function boundActions(files: Source[]): { call: string; file: string | undefined }[] {
  return files.flatMap(({ file, code }) => {
    const imported = new Map(
      [...code.matchAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm)].flatMap(([, names, from]) =>
        names!.split(',').map((name) => [name.trim(), path.join(path.dirname(file), from!)] as const),
      ),
    )
    const bindings = path.basename(file) === 'calls.ts' ? code.split('= bindActions<').slice(1) : []
    return bindings.flatMap((binding) =>
      [...binding.split('\n})')[0]!.matchAll(/^ {2}'?([\w.]+)'?: (.*),$/gm)].map(([, call, bound]) => ({
        call: call!,
        file: imported.get(/^(?:\w+\((?:'[^']*', )?)?(\w+)\)?$/.exec(bound!)?.[1] ?? ''),
      })),
    )
  })
}

it('binds each call in a calls.ts to an imported action, with at most a wrapper', () => {
  const bound = boundActions(sources(['server'], ['.ts']).filter((source) => !isTest(source)))
  expect(bound.map(({ call }) => call).sort()).toEqual(Object.keys(calls).sort())
  expect(bound.filter(({ file }) => file === undefined)).toEqual([])
  const entry = (text: string) =>
    boundActions([
      { file: 'a/calls.ts', text, code: `import { b } from './b.ts'\nx = bindActions<C>({\n  n: ${text},\n})` },
    ])
  expect(entry("unaudited('changes nothing', b)")).toEqual([{ call: 'n', file: 'a/b.ts' }])
  for (const other of ['({ b }) => b()', 'createB(1)', 'here']) expect(entry(other)[0]!.file).toBeUndefined()
})

/** Returns whether a test makes a call: it contains the call's name as a text, or in a URL. */
const names = (code: string, call: string) => new RegExp(`['"\`=]${call.replaceAll('.', '\\.')}['"\`&]`).test(code)

it('has a test with the same name, which makes the call, next to every action that can refuse its call', () => {
  const declared: Record<string, Call> = calls
  const bound = boundActions(sources(['server'], ['.ts']).filter((source) => !isTest(source)))
  const refusing = bound.filter(({ call }) => Object.keys(declared[call]!.refusals).length > 0)
  const untested = refusing.filter(({ file }) => !existsSync(path.join(root, file!.replace(/\.ts$/, '.test.ts'))))
  expect(untested.map(({ call, file }) => `${file}: ${call}`)).toEqual([])
  const unnamed = refusing.filter(({ call, file }) => !names(readSource(file!.replace(/\.ts$/, '.test.ts')).code, call))
  expect(unnamed.map(({ call, file }) => `${file}: ${call}`)).toEqual([])
  for (const text of ["call('trade')", '`trade`', '/api?r=trade&x=1']) expect(names(text, 'trade')).toBe(true)
  for (const text of ["'trades'", "'trade.note'", 'trade(']) expect(names(text, 'trade')).toBe(false)
})

/** Shared code of tests that waits for a real process, with the reason. */
const waiting = new Map([
  ['tests/faults/orders-under-load.ts', 'customers pause between their orders while the server is killed'],
  ['tests/recordings/record.ts', 'not a test: records videos, which people watch'],
  ['server/payments/chains/test-nodes.ts', 'polls until another process produces a value'],
])

it('has no skipped tests, sleeps or empty assertions', () => {
  const tests = sources(['server', 'web', 'tests', 'api', 'scripts'], ['.ts', '.tsx']).filter(
    (source) =>
      (isTest(source) || source.file.startsWith('tests/')) &&
      !source.file.startsWith('tests/repo-rules/') &&
      !source.file.startsWith('tests/faults/rig/'),
  )
  const forbidden = [
    /\b(it|test|describe|test\.info\(\))(\.\w+)*\.(skip|skipIf|runIf|only|todo|fixme|fails)\b/,
    /expect\(true\)\.toBe\(true\)/,
    /waitForTimeout\(/,
    /(?:(?<!test\.)setTimeout|sleep|delay)\(\s*(?:resolve|done|\d)/,
    /new Promise\(\(?\w+\)? => setTimeout/,
  ]
  const found = tests.filter(({ code }) => forbidden.some((pattern) => pattern.test(code))).map(({ file }) => file)
  expect(found.filter((file) => !waiting.has(file))).toEqual([])
  expect([...waiting.keys()].filter((file) => !found.includes(file))).toEqual([])
})

it('tracks no generated files of builds or runs', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  expect(tracked.filter((file) => /^(build|data|node_modules|test-results)\//.test(file))).toEqual([])
})

it('has at most 40 files in a folder', () => {
  const rooms = ['api', 'bench', 'db', 'deploy', 'docs', 'scripts', 'server', 'tests', 'web']
  const folders = sources(rooms, ['']).map(({ file }) => path.dirname(file))
  const counts = Map.groupBy(folders, (folder) => folder)
  expect([...counts].filter(([, { length }]) => length > 40).map(([folder]) => folder)).toEqual([])
})

it('uses no browser feature in pages that is unavailable without TLS', () => {
  expect(findings(sources(['web'], ['.ts', '.tsx']), /\brandomUUID\(|crypto\.subtle\b/)).toEqual([])
})

it('declares private members with #, which also hides them at run time', () => {
  const modifier = /^\s+(?:private|protected) (?!\w+:)/
  const files = sources(['server', 'api', 'web', 'scripts', 'tests', 'bench'], ['.ts', '.tsx'])
  expect(findings(files, modifier)).toEqual([])
  expect('  private readonly log: Log').toMatch(modifier)
})
