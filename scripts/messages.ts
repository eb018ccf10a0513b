import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { calls } from '../contract/calls.ts'
import { receiptPendingText } from '../contract/deposit-states.ts'
import { roles } from '../contract/permissions.ts'
import { commonRefusals } from '../contract/refusals.ts'
import { seededSources } from '../server/mining/seeded-sources.ts'
import { childEnvironment } from '../server/platform/child-environment.mjs'
import { closing, type MailText } from '../server/platform/mail-texts.ts'
import { figureSources } from '../server/proofs/show-figures.ts'

// `npm run messages`: collects the texts of the pages, and what the server says and mails, into the catalogues of all languages.

const contractDir = fileURLToPath(new URL('../contract/', import.meta.url))
const serverDir = fileURLToPath(new URL('../server/', import.meta.url))
/** What a schema says of a wrong input: `error: '...'`, `message: '...'`, or the last argument of a check. */
const schemaTexts =
  /(?:error|message): '([^'{}]+)'|\.(?:min|max|length|regex|refine|gt|gte|lt|lte|positive|int|enum)\([^'\n]*'([A-Z][^']+\.)'/g

/** What an action says that it did: `msg: '...'` beside `type: 'success'`, or `success('...')` and `done('...')`, which make the two. */
const successTexts = /(?:type: 'success'(?: as const)?, .*?msg: |\b(?:success|done)\()(.+)/g
/** A sentence in it: a text, or a template whose holes are names alone. */
const sentences = /'([A-Z][^']+\.)'|`([^`$]*(?:\$\{[\w.]+\}[^`$]*)+\.)`/g

/** Code with each call and each answer on one line, as the patterns above read it. */
const unbroken = (code: string) =>
  code
    .replaceAll(/type: 'success'[^}]*?msg:/g, (answer) => answer.replaceAll(/\s+/g, ' '))
    .replaceAll(/(\(|\bmsg:|\b(?:error|message):|=>)\s*\n\s*/g, '$1 ')
    .replaceAll(/,\s*\n\s*(?=['"`])|\s*\n\s*(?=[?:] )/g, (broken) => (broken.startsWith(',') ? ', ' : ' '))

/** `Copying ${expert.name} is paused.` as a message, `Copying {name} is paused.` */
const asMessage = (template: string) => template.replaceAll(/\$\{(?:\w+\.)*(\w+)\}/g, '{$1}')

function* successTextsOfServer(): Generator<string> {
  const files = readdirSync(serverDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/test|platform/.test(name),
  )
  for (const file of files) {
    for (const [, said] of unbroken(readFileSync(serverDir + file, 'utf8')).matchAll(successTexts)) {
      for (const [, fixed, template] of said!.matchAll(sentences)) yield fixed ?? asMessage(template!)
    }
  }
}

/**
 * Every sentence that a call can be refused with, what it says when it has done what was asked, and how public figures are
 * computed, the sources of the first mining parameters among it. `{name}` stands for a detail.
 */
export function refusalTexts(): string[] {
  const texts = new Set<string>([receiptPendingText, ...Object.values(figureSources), ...seededSources])
  const refusals = [
    commonRefusals,
    ...Object.values(calls).map(({ refusals: own }) => own as Record<string, { message: string }>),
  ]
  for (const { message } of refusals.flatMap((some) => Object.values(some))) if (hasWords(message)) texts.add(message)
  for (const file of readdirSync(contractDir).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    for (const [, named, checked] of unbroken(readFileSync(contractDir + file, 'utf8')).matchAll(schemaTexts))
      texts.add((named ?? checked)!)
  }
  for (const text of successTextsOfServer()) texts.add(text)
  return [...texts].sort()
}

/** Every sentence of the mails: what the files `mails.ts` of the modules export. */
async function mailSentences(): Promise<string[]> {
  const texts = new Set<string>([closing, ...Object.values(roles).map(({ label }) => label)])
  const files = readdirSync(serverDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.basename(name) === 'mails.ts',
  )
  for (const file of files) {
    const mails = Object.values((await import(serverDir + file)) as Record<string, Record<string, MailText>>).flatMap(
      (some) => Object.values(some),
    )
    for (const { subject, paragraphs } of mails.filter((mail) => typeof mail === 'object')) {
      for (const part of [subject, ...paragraphs]) texts.add(typeof part === 'string' ? part : part.page)
    }
  }
  return [...texts].filter(hasWords).sort()
}

const hasWords = (text: string) => /[a-z]/.test(text.replaceAll(/\{\w+\}/g, ''))

/** The module that the extractor reads sentences from. */
function textsModule(name: string, texts: readonly string[]): string {
  const entries = texts.map((text) => `  /*i18n*/ { id: ${JSON.stringify(text)}, message: ${JSON.stringify(text)} },`)
  return `// Made by \`npm run messages\`; read by the extractor alone.\n/* oxlint-disable */\nexport const ${name} = [\n${entries.join('\n')}\n]\n`
}

const moduleFile = (name: string) => fileURLToPath(new URL(`../web/language/${name}.generated.ts`, import.meta.url))
/** File and text of each module that is made. */
export const textsModules = async (): Promise<[file: string, text: string][]> => [
  [moduleFile('refusal-texts'), textsModule('refusalTexts', refusalTexts())],
  [moduleFile('mail-sentences'), textsModule('mailSentences', await mailSentences())],
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await textsModules()) writeFileSync(file, text)
  process.exitCode =
    spawnSync('lingui', ['extract', '--clean'], { stdio: 'inherit', env: childEnvironment() }).status ?? 1
}
