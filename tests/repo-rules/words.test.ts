import { execFileSync } from 'node:child_process'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { readSource, root, sources } from './sources.ts'

/**
 * Phrases that STYLE.md keeps out. Rewrite the sentence; don't swap the word. There is no pattern for "what is" with a
 * participle, because correct sentences contain it: "The privacy page lists what is erased."
 */
const phrases = [
  /\bstands?\b(?! for\b|-in\b|-ins\b)/,
  /\banew\b/,
  /\bof before\b/,
  /\bwhoever\b/,
  /\bthat which\b/,
  /\bthereby\b/,
  /\bnobody of ours\b/,
  /\blevers?\b/,
  /\bin one place each\b/,
  /\bma(ke|kes|de|king)\b[^.;:]* in one place\b/,
  /\bmend(s|ed|ing)?\b/,
  /\b(became|becomes?) of\b/,
  /\blook(s|ed|ing)? up what became\b/,
  /\bway back\b/,
  /(?<!\bthere )\bis no (?!longer\b)\w+\b/,
  /\bthere is no such\b/,
  /\bhears? of\b/,
  /\bone by one\b/,
  /\bby (itself|themselves)\b/,
  /\btakes no (?!locks\b)/,
  /\bgoes on\b/,
  /\btold\b/,
  /\btells\b/,
  /\balone\b/,
  /\bbesides\b/,
  /\bg(ives?|ave|iven|iving) ((the|an?|it|its|them|their|your|this|that|each|every) ([\w’'-]+ ){0,2})?up\b/,
]
/**
 * Code and messages may contain these, as in "There is no price yet", "takes about as long as", and "limits of its own
 * account". Documents may not.
 */
const phrasesOfDocuments = [
  ...phrases,
  /\bthere is no (?!longer\b)\w+\b/,
  /\bof (its|their|your|our) own\b/,
  /\bas long as\b/,
  /\btakes no\b/,
]

/** Removes code, such as the API field `lever`, which is in backticks. */
const withoutCode = (text: string) =>
  text.replace(/```[^]*?```|`(?:[^`\n]|\n(?!\n))*`/g, (code) => code.replace(/[^\n]/g, ''))
/** Removes the titles of tests that the ASVS table quotes. */
const withoutQuotes = ({ file, text }: { file: string; text: string }) =>
  file === 'docs/security/asvs.md' ? text.replace(/“[^”\n]*”/g, '') : text

/** Returns `file:line: phrase` for each listed phrase in a text. The line is the first of its paragraph. */
function found(file: string, text: string, list: readonly RegExp[]): string[] {
  let line = 1
  return withoutCode(text)
    .split(/(?=\n\s*(?:\n|[-|#]|\d+\. ))/)
    .flatMap((paragraph) => {
      const at = line + /^\n*/.exec(paragraph)![0].length
      line += paragraph.split('\n').length - 1
      const words = paragraph.toLowerCase().replace(/\s+/g, ' ')
      return list.flatMap((phrase) => (phrase.exec(words) ?? []).slice(0, 1).map((match) => `${file}:${at}: ${match}`))
    })
}

it('keeps the phrases that the style avoids out of documents', () => {
  const atTheRoot = ['README.md', 'CONTRIBUTING.md', 'STYLE.md', 'SECURITY.md', 'CHANGELOG.md'].map(readSource)
  const documents = [...atTheRoot, ...sources(['db', 'docs', 'server', 'tests'], ['.md'])]
  expect(documents.flatMap((page) => found(page.file, withoutQuotes(page), phrasesOfDocuments))).toEqual([])
})

type Node = { type: string; [key: string]: unknown }

/** Returns the text of a string, a template or a sum of them, with `…` for each value; `undefined` for other code. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…')
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [textOf(node['left'] as Node), textOf(node['right'] as Node)]
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`
}

/** Adds the texts below a node. A lower-case word in quotes is a name in code, not text. */
function addTexts(node: unknown, list: string[]): void {
  if (Array.isArray(node)) for (const each of node) addTexts(each, list)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return
  const parts = node as Node
  const text = textOf(parts)
  const isSentence = /\s|^\p{Lu}\p{Ll}/u.test(text?.trim() ?? '')
  if (text !== undefined && (isSentence || parts.type === 'JSXText')) list.push(text)
  if (parts.type === 'BinaryExpression' && text !== undefined) return
  for (const each of Object.values(parts)) addTexts(each, list)
}

/** Returns the comments, strings and markup of a TypeScript or JavaScript file. */
function texts(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code)
  const list: string[] = []
  addTexts(program.body, list)
  let end = -1
  for (const comment of comments) {
    const words = comment.value.replace(/\n\s*\*/g, ' ')
    const continues = comment.type === 'Line' && /^\n? *$/.test(code.slice(end, comment.start)) && end >= 0
    if (continues) list.push(`${list.pop()}${words}`)
    else list.push(words)
    end = comment.end
  }
  return list
}

/** Returns the comments of a file in another language. */
const commentsOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([comment]) => comment.replace(/\n\s*(?:--|#|\/\/|\*)/g, ' '))
const comments = {
  sql: /^\s*--.*(?:\n\s*--.*)*/gm,
  css: /\/\*[^]*?\*\//g,
  hash: /^\s*#.*(?:\n\s*#.*)*/gm,
  slashes: /^\s*\/\/.*(?:\n\s*\/\/.*)*/gm,
}

/** Returns the phrases that a file contains, by its kind. */
function foundInCode({ file, text }: { file: string; text: string }): string[] {
  const parts = /\.(?:tsx?|mjs)$/.test(file)
    ? texts(file, text)
    : commentsOf(
        text,
        file.endsWith('.sql')
          ? comments.sql
          : file.endsWith('.css')
            ? comments.css
            : /\.jsonc?$/.test(file)
              ? comments.slashes
              : comments.hash,
      )
  return parts.flatMap((part) => found(file, part, phrases).map((phrase) => `${phrase} in ${part}`))
}

it('keeps the phrases out of comments, strings and markup', () => {
  const code = sources(['bench', 'api', 'packages', 'scripts', 'server', 'tests', 'web'], ['.ts', '.tsx', '.mjs'])
  const others = [...sources(['web'], ['.css']), ...sources(['db', 'server'], ['.sql']), ...sources(['deploy'], [''])]
  const atTheRoot = [
    'vite.config.ts',
    'vitest.config.ts',
    'playwright.config.ts',
    'lingui.config.ts',
    'react-router.config.ts',
    'knip.jsonc',
    'knip.production.jsonc',
    '.oxlintrc.json',
    '.env.example',
    '.ci/run',
  ]
  const files = [...code, ...others, ...atTheRoot.map(readSource)].filter(
    ({ file }) => file !== 'tests/repo-rules/words.test.ts' && !file.includes('.generated.'),
  )
  // A list of the names that fields may have.
  const names = 'tests/repo-rules/calls.test.ts:1: lever in'
  expect(files.flatMap(foundInCode).filter((each) => !each.startsWith(names))).toEqual([])
})

const examples = `
They look up what became later.
  The amount stands there. Its figure stands alone. The queue stands open. Here columns stand. It is made anew.
  The rate of before applies. Whoever has it can pay. It is that which counts. It thereby ends. Nobody of ours asks.
  Enter a lever. Two rules in one place each. Mend it. Make mails and pages in one place.
  It shows what became of an order. The way back is short. That is no ID. There is no such plan.
  It hears of the trade. Read them one by one. It ends by itself. It takes no file. Trading goes on.
  It is told the price. It tells the price. Send coins alone. It is named besides. Give the lock up.
  It gives up the lock. They gave their old places up.
`.match(/\S[^.]+\./g)!

it('finds each phrase, in every kind of file', () => {
  expect(examples.filter((text) => found('a.md', text, phrases).length === 0)).toEqual([])
  expect(phrases.filter((phrase) => !examples.some((text) => phrase.test(text.toLowerCase())))).toEqual([])
  const more = ['There is no price.', 'Enter one of your own.', 'It runs as long as it can.', 'It takes no locks.']
  expect(more.map((text) => found('a.md', text, phrasesOfDocuments).length)).toEqual([1, 1, 1, 1])
  expect(more.flatMap((text) => found('a.md', text, phrases))).toEqual([])
  expect(found('a.md', 'A line.\n\nIt is\nmade anew.\n- It is told.', phrases)).toEqual([
    'a.md:3: anew',
    'a.md:5: told',
  ])
  expect(found('a.md', 'The field `lever` stays.', phrases)).toEqual([])
  expect(found('a.md', 'P stands for the price. A stand-in replaces it.', phrases)).toEqual([])
  for (const text of examples)
    for (const [file, code] of [
      ['a.ts', `// ${text}\nf()`],
      ['a.ts', `/**\n * ${text.replaceAll(' ', '\n * ')}\n */\nf()`],
      ['a.tsx', `const a = <p>\n  ${text}\n  {b}</p>`],
      ['a.tsx', `const a = t\`\${b} and ${text}\``],
      ['a.ts', `const a = { b: [f('${text.replace(' ', " ' + '")}')] }`],
      ['a.mjs', `f(() => { g("${text}") })`],
      ['a.css', `/* ${text} */ p { color: red }`],
      ['a.sql', `-- ${text.replaceAll(' ', '\n-- ')}\nSELECT 1;`],
      ['knip.jsonc', `{\n  // ${text}\n}`],
      ['deploy/nginx.conf', `listen 80;\n  # ${text.replaceAll(' ', '\n  # ')}\n`],
    ] as const)
      expect(foundInCode({ file, text: code }), `${file}: ${text}`).not.toEqual([])
  expect(
    foundInCode({ file: 'a.ts', text: "const isPlan = (a: A): a is B => f({ lever: 'lever' }, `lever`)" }),
  ).toEqual([])
})

/** The last commit to which the rule for subjects doesn't apply. */
const start = 'fe3255e612303d7618a7f2e699c11e7f3e671250'

/** Returns the subjects of later commits; none in a shallow clone or an unpacked archive, which has no history. */
function subjectsSince(commit: string): string[] {
  try {
    const args = ['log', '--no-merges', '--format=%s', `${commit}..HEAD`]
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n')
  } catch {
    return []
  }
}

it('has commit subjects of at most 72 characters', () => {
  expect(subjectsSince(start).filter((subject) => subject.length > 72)).toEqual([])
})

/** The last commit that may have a subject such as "WIP". */
const startOfWholeCommits = '3f048b54075718e1c5c1e618be474809266c049b'

it('has no commit subjects that describe unfinished work', () => {
  const unfinished = /\bwip\b|\bunfinished\b/i
  expect(subjectsSince(startOfWholeCommits).filter((subject) => unfinished.test(subject))).toEqual([])
  expect('WIP: orders').toMatch(unfinished)
})
