import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export type Source = {
  file: string
  text: string
  /** The text without comments, and with lines joined that the formatter broke after `(` or `=`. */
  code: string
}

/** Returns the files in the given folders with one of the extensions. Paths are relative to the repository. */
export function sources(folders: string[], endings: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
      .filter((file) => !file.includes('node_modules'))
      .map(readSource),
  )
}

/** Returns one file. The path is relative to the repository. */
export function readSource(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const isSql = file.endsWith('.sql')
  return {
    file,
    text,
    code: isSql
      ? text.replace(/--.*$/gm, '')
      : unbroken(text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')),
  }
}

const continues = /[(=]$|=>$|^(?:import|export) (?:type )?\{[^}]*$/

/** Joins the first lines of broken statements, so a rule sees a call with its first argument. Keeps line numbers. */
function unbroken(code: string): string {
  const lines = code.split('\n')
  let first = 0
  for (let index = 1; index < lines.length; index += 1) {
    const before = lines[first]!
    if (continues.test(before)) {
      lines[first] = before + (before.endsWith('(') ? '' : ' ') + lines[index]!.trim()
      lines[index] = ''
    } else first = index
  }
  return lines.join('\n')
}

/** Returns the text of every module's tables. */
export const tablesSql = (): string =>
  sources(['server'], ['tables.sql'])
    .map(({ text }) => text)
    .join('\n')

/** Returns `file:line: text` for each line that matches. */
export function findings(list: Source[], pattern: RegExp): string[] {
  return list.flatMap(({ file, code }) =>
    code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

/** Returns whether a file is a test, or a fixture that only tests use, such as `test-world.ts`. */
export const isTest = ({ file }: Source) => /(\.test\.tsx?|\/test-[\w-]+\.tsx?)$/.test(file)

/** Returns the text from `start` to the bracket that closes the first one. */
export function balanced(code: string, start: number): string {
  let depth = 0
  for (let at = code.indexOf('(', start); at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')' && (depth -= 1) === 0) return code.slice(start, at + 1)
  }
  return code.slice(start)
}
