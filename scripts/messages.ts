import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls } from '../contract/calls.ts'
import { commonRefusals } from '../contract/refusals.ts'

// `npm run messages`: collects the texts of the pages, and what the server can refuse with, into the catalogues of all languages.

const contractDir = fileURLToPath(new URL('../contract/', import.meta.url))
/** What a schema says of a wrong input: `error: '...'`, `message: '...'`, or the last argument of a check. */
const schemaTexts = /(?:error|message): '([^'{}]+)'|\.(?:min|max|length|regex|refine|gt|gte|lt|lte|positive|int)\([^'\n]*'([A-Z][^']+\.)'/g

/** Every sentence that a call can be refused with. `{name}` stands for a detail of the refusal. */
export function refusalTexts(): string[] {
  const texts = new Set<string>()
  const refusals = [commonRefusals, ...Object.values(calls).map(({ refusals: own }) => own as Record<string, { message: string }>)]
  for (const { message } of refusals.flatMap((some) => Object.values(some))) if (/[a-z]/.test(message.replaceAll(/\{\w+\}/g, ''))) texts.add(message)
  for (const file of readdirSync(contractDir).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    for (const [, named, checked] of readFileSync(contractDir + file, 'utf8').matchAll(schemaTexts)) texts.add((named ?? checked)!)
  }
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
