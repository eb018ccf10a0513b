import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Source = { file: string; text: string; /** The text without comments. */ code: string }

/** Files below the given folders with one of the endings, their paths relative to the repository. */
export function sources(folders: string[], endings: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.includes('node_modules'))
      .map(readSource),
  )
}

function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const isSql = file.endsWith('.sql')
  return {
    file,
    text,
    code: isSql
      ? text.replace(/--.*$/gm, '')
      : text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1'),
  }
}

/** `file:line: text` of each line that matches. */
export function findings(list: Source[], pattern: RegExp): string[] {
  return list.flatMap(({ file, code }) =>
    code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

/** Tests, and what only tests stand on: `test-world.ts`, `test-nodes.ts`. */
export const isTest = ({ file }: Source) => /(\.test\.tsx?|\/test-[\w-]+\.ts)$/.test(file)
