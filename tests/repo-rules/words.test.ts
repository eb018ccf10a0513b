import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, sources } from './sources.ts'

/** Phrases that STYLE.md keeps out of documents. Rewrite the sentence; don't swap the word. */
const phrases = [
  /\bstands? there\b/,
  /\bstands? (here|in|below|above|beside)\b/,
  /\banew\b/,
  /\bof before\b/,
  /\bwhoever\b/,
  /\bthat which\b/,
  /\bthereby\b/,
  /\bnobody of ours\b/,
  /\blevers?\b/,
  /\bin one place each\b/,
  /\bmend(s|ed|ing)?\b/,
  /\b(became|become) of (it|them)\b/,
  /\bway back\b/,
  /\bis no (?!longer\b)\w+\b/,
  /\bthere is no such\b/,
  /\bhears? of\b/,
  /\bone by one\b/,
  /\bof (its|their|your|our) own\b/,
  /\bby (itself|themselves)\b/,
  /\bas long as\b/,
  /\btakes no\b/,
  /\bgoes on\b/,
  /\btold\b/,
  /\btells\b/,
  /\balone\b/,
  /\bbesides\b/,
  /\bg(ives?|ave|iven) up\b/,
]

/** Quoted test names and generated pages have their own words. */
const exempt = ['docs/security/asvs.md']
/** Removes code, such as the API field `lever`, which is in backticks. */
const withoutCode = (text: string) =>
  text.replace(/```[^]*?```/g, (block) => block.replace(/[^\n]/g, '')).replace(/`[^`\n]*`/g, '')

/** The phrases that are never right, even in code. The others sometimes are. */
const phrasesOfCode = phrases.filter(
  (phrase) => !['is no', 'of (its', 'as long as', 'takes no', 'levers'].some((words) => phrase.source.includes(words)),
)

/** Returns `file:line: phrase` for each listed phrase in a document. */
function found(file: string, text: string, list = phrases): string[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      list.flatMap((phrase) => {
        const match = phrase.exec(line.toLowerCase())
        return match ? [`${file}:${index + 1}: ${match[0]}`] : []
      }),
    )
}

it('keeps the phrases that the style avoids out of documents', () => {
  const atTheRoot = ['README.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md', '.env.example'].map(
    (file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }),
  )
  const documents = [...atTheRoot, ...sources(['docs'], ['.md'])].filter(({ file }) => !exempt.includes(file))
  expect(documents.flatMap(({ file, text }) => found(file, text))).toEqual([])
})

/** Returns the comments of a file, its strings with a space in them, and the text of its markup. */
function texts(code: string): string[] {
  const pattern =
    /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<=>)[^<>{}=;]+(?=[<{])/gm
  return [...code.matchAll(pattern)]
    .map(([text]) => (/^\/[/*]/.test(text) ? withoutCode(text) : text))
    .filter((text) => text.trim().includes(' '))
    .map((text) => text.replace(/\s+(?:\*|\/\/)?\s*/g, ' '))
}

it('keeps the phrases out of comments, strings and markup', () => {
  const files = sources(['bench', 'contract', 'scripts', 'server', 'tests', 'web'], ['.ts', '.tsx', '.mjs']).filter(
    ({ file }) => file !== 'tests/repo-rules/words.test.ts' && !file.includes('.generated.'),
  )
  const sql = sources(['db', 'server'], ['.sql'])
  const comments = sql.flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*--.*(?:\n\s*--.*)*/gm)].map(([comment]) => ({
      file,
      part: withoutCode(comment.replace(/\s*\n\s*--/g, '').toLowerCase()),
    })),
  )
  const all = [
    ...comments,
    ...files.flatMap(({ file, text }) => texts(text).map((part) => ({ file, part: part.toLowerCase() }))),
  ]
  expect(
    all.flatMap(({ file, part }) =>
      phrasesOfCode.filter((phrase) => phrase.test(part)).map(({ source }) => `${file}: ${source} in ${part}`),
    ),
  ).toEqual([])
  expect(texts("f('a key', `b c`) // It is told anew, `lever`.")).toEqual(["'a key'", '`b c`', '// It is told anew, .'])
})

it('finds a phrase only outside code', () => {
  expect(found('a.md', 'It is made anew.')).toEqual(['a.md:1: anew'])
  expect(found('a.md', 'The field `lever` stays.')).toEqual([])
})

/** The last commit to which the rule for subjects doesn't apply. */
const start = 'fe3255e612303d7618a7f2e699c11e7f3e671250'

it('has commit subjects of at most 72 characters', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  let subjects: string[]
  try {
    subjects = git('log', '--no-merges', '--format=%s', `${start}..HEAD`).split('\n')
  } catch {
    // A shallow clone or an unpacked archive has no history to check.
    return
  }
  expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
})
