import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { modules, type ModuleName } from '../../server/modules.ts'
import { findings, isTest, root, sources } from './sources.ts'

const names = Object.keys(modules) as ModuleName[]

/** Test fixtures such as `test-world.ts` may import other modules' fixtures, as tests may. */
const isTestWorld = (file: string) => /\/test-[\w-]+\.ts$/.test(file)

/** Returns the importing and the imported file, relative to the repository, of every relative import. */
function relativeImports(folders: string[]): [string, string][] {
  return sources(folders, ['.ts', '.tsx'])
    .filter((source) => !isTest(source))
    .flatMap(({ file, code }) =>
      [...code.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match): [string, string] => [
        file,
        path.join(path.dirname(file), match[1]!),
      ]),
    )
}

it('lists every module in modules.ts', () => {
  const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['platform', 'pages'].includes(entry.name),
  )
  expect(folders.map((folder) => folder.name).sort()).toEqual([...names].sort())
})

it('imports other modules only as modules.ts allows, and only their public.ts', () => {
  const wrong = relativeImports(names.map((name) => `server/${name}`)).filter(([file, target]) => {
    const own = file.split('/')[1] as ModuleName
    const [room, other] = target.split('/')
    if (room !== 'server' || other === own || other === 'platform' || isTestWorld(file)) return false
    return !(modules[own] as readonly string[]).includes(other!) || !target.endsWith('/public.ts')
  })
  expect(wrong).toEqual([])
})

it('imports no test-* file in the product', () => {
  const isFixture = (target: string) => /\/test-[\w-]+\.tsx?$/.test(target)
  const imported = relativeImports(['api', 'server', 'web', 'scripts', 'bench']).filter(([, target]) =>
    isFixture(target),
  )
  expect(imported).toEqual([])
  expect(['server/a/test-world.ts', 'web/a/test-render.tsx', 'web/a/contest-row.tsx'].filter(isFixture)).toHaveLength(2)
})

/** Libraries that orders don't need. */
const loadedOnFirstUse = ['flydrive', 'file-type', '@nats-io/transport-node', 'sharp', '@aws-sdk/client-s3']

it('loads libraries that orders don’t need on first use', () => {
  const files = sources(['server', 'api'], ['.ts']).filter((source) => !isTest(source))
  const named = loadedOnFirstUse.map((name) => `${name}(?:/[^']*)?`).join('|')
  expect(findings(files, new RegExp(`^import (?!type )[^]*'(?:${named})'`))).toEqual([])
  for (const name of ['flydrive', 'file-type', '@nats-io/transport-node'])
    expect(findings(files, new RegExp(`await import\\('${name}`)), name).not.toEqual([])
})

it('imports no modules or pages in the platform, and nothing outside the API in the API', () => {
  const platform = relativeImports(['server/platform']).filter(
    ([, target]) => !/^(server\/platform|api)\//.test(target),
  )
  const api = relativeImports(['api']).filter(([, target]) => !target.startsWith('api/'))
  expect([...platform, ...api]).toEqual([])
})

/** Matches a path to the pages in a string, such as `new URL('../web/paths.ts', import.meta.url)`. */
const pathToPages = /(['"`])(?:[^'"`\n]*\/)?web(?:\/[^'"`\n]*)?\1/

it('reads no files of the pages in the platform or a module', () => {
  const folders = ['platform', ...names].map((name) => `server/${name}`)
  const files = sources(folders, ['.ts', '.mjs']).filter((source) => !isTest(source))
  expect(findings(files, pathToPages)).toEqual([])
  for (const code of ['new URL(`../../../web/language/${language}.po`, here)', "path.join(root, 'web', 'ui')"])
    expect(code).toMatch(pathToPages)
})

it('keeps server code out of the web, and web code out of the modules', () => {
  const web = relativeImports(['web']).filter(([, target]) => target.startsWith('server/'))
  const server = relativeImports(names.map((name) => `server/${name}`)).filter(([, target]) =>
    target.startsWith('web/'),
  )
  expect([...web, ...server]).toEqual([])
})

it('imports public pages, office and desk only in their own folder, not in each other or in shared folders', () => {
  const areas = ['site', 'office', 'operator']
  const wrong = relativeImports(['web']).filter(([file, target]) => {
    const [, own, ...below] = file.split('/')
    const [top, other] = target.split('/')
    // Files directly in web/ combine the areas.
    return below.length > 0 && top === 'web' && areas.includes(other!) && other !== own
  })
  expect(wrong).toEqual([])
})

const router = /['"]@?react-router(?:\/[\w/-]*)?['"]/

it('keeps web/ui free of data and routes', () => {
  const inward = relativeImports(['web/ui']).filter(([, target]) => !target.startsWith('web/ui/'))
  expect(inward).toEqual([])
  expect(findings(sources(['web/ui'], ['.ts', '.tsx']), router)).toEqual([])
  for (const code of [
    "import { Link } from 'react-router'",
    "import { RouterProvider } from 'react-router/dom'",
    "import { createRequestHandler } from '@react-router/node'",
    "const { Link } = await import('react-router')",
  ])
    expect(code).toMatch(router)
})

it('has no circular imports, types included', () => {
  const imports = Map.groupBy(relativeImports(['server', 'api', 'web']), ([file]) => file)
  const targets = (file: string) => (imports.get(file) ?? []).map(([, target]) => target)
  expect(circles([...imports.keys()], targets)).toEqual([])
  const ring: Record<string, string[]> = { a: ['b'], b: ['c'], c: ['a'], d: ['a'] }
  expect(circles(Object.keys(ring), (file) => ring[file]!)).toEqual([['a', 'b', 'c']])
})

/** Returns each import cycle that a depth-first search finds, from its first file. */
function circles(files: readonly string[], targets: (file: string) => readonly string[]): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, above: string[]) => {
    if (above.includes(file)) return void found.push(above.slice(above.indexOf(file)))
    if (done.has(file)) return
    for (const target of targets(file)) visit(target, [...above, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}
