import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls } from '../contract/calls.ts'
import { receiptPendingText } from '../contract/deposit-states.ts'
import { commonRefusals } from '../contract/refusals.ts'
import { seededSources } from '../server/mining/seeded-sources.ts'
import { figureSources } from '../server/proofs/show-figures.ts'

// `npm run messages`: collects the texts of the pages, and what the server says, into the catalogues of all languages.

const contractDir = fileURLToPath(new URL('../contract/', import.meta.url))
const serverDir = fileURLToPath(new URL('../server/', import.meta.url))
/** What a schema says of a wrong input: `error: '...'`, `message: '...'`, or the last argument of a check. */
const schemaTexts = /(?:error|message): '([^'{}]+)'|\.(?:min|max|length|regex|refine|gt|gte|lt|lte|positive|int)\([^'\n]*'([A-Z][^']+\.)'/g

/** What an action says that it did: `msg: '...'` beside `type: 'success'`, or `success('...')` and `done('...')`, which make the two. */
const successTexts = /(?:type: 'success'(?: as const)?, .*?msg: |\b(?:success|done)\()(.+)/g
/** A sentence in it: a text, or a template whose holes are names alone. */
const sentences = /'([A-Z][^']+\.)'|`([^`$]*(?:\$\{[\w.]+\}[^`$]*)+\.)`/g

/** `Copying ${expert.name} is paused.` as a message, `Copying {name} is paused.` */
const asMessage = (template: string) => template.replaceAll(/\$\{(?:\w+\.)*(\w+)\}/g, '{$1}')

function* successTextsOfServer(): Generator<string> {
  const files = readdirSync(serverDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !/test|platform/.test(name))
  for (const file of files) {
    for (const [, said] of readFileSync(serverDir + file, 'utf8').matchAll(successTexts)) {
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
  const refusals = [commonRefusals, ...Object.values(calls).map(({ refusals: own }) => own as Record<string, { message: string }>)]
  for (const { message } of refusals.flatMap((some) => Object.values(some))) if (/[a-z]/.test(message.replaceAll(/\{\w+\}/g, ''))) texts.add(message)
  for (const file of readdirSync(contractDir).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    for (const [, named, checked] of readFileSync(contractDir + file, 'utf8').matchAll(schemaTexts)) texts.add((named ?? checked)!)
  }
  for (const text of successTextsOfServer()) texts.add(text)
  return [...texts].sort()
}

/** The module that the extractor reads them from. */
export function refusalModule(): string {
  const entries = refusalTexts().map((text) => `  /*i18n*/ { id: ${JSON.stringify(text)}, message: ${JSON.stringify(text)} },`)
  return `// Made by \`npm run messages\` from the contract; read by the extractor alone.\n/* oxlint-disable */\nexport const refusalTexts = [\n${entries.join('\n')}\n]\n`
}

export const refusalModuleFile = fileURLToPath(new URL('../web/language/refusal-texts.generated.ts', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(refusalModuleFile, refusalModule())
  process.exitCode = spawnSync('lingui', ['extract', '--clean'], { stdio: 'inherit' }).status ?? 1
}
