import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parsePo } from 'pofile-ts'
import { languageCodes, prefixOf, type Language } from '../../contract/languages.ts'
import { addressOf, type Config } from './config.ts'
import type { Mail } from './mail.ts'

/** A paragraph that leads to a page of the site: its name, then its address. */
type PageLink = { page: string; path: string }

/**
 * A mail in English. `{name}` stands for a value, `{site}` for the name of the installation. Modules keep theirs in a `mails.ts`, from
 * which `npm run messages` collects the catalogue `mails`.
 */
export type MailText = { subject: string; paragraphs: readonly (string | PageLink)[] }

/** A mail for each of some reasons, by its code. */
export function mailOfEach<Code extends string>(
  reasons: Readonly<Record<Code, string>>,
  write: (reason: string) => MailText,
): Record<Code, MailText> {
  return Object.fromEntries(Object.entries<string>(reasons).map(([code, reason]) => [code, write(reason)])) as Record<
    Code,
    MailText
  >
}

/** What every mail ends with. Source: docs/spec/truth.md section 1. */
export const closing = '{site} is a practice platform: play money and test coins, nothing in it can be cashed.'

/** Writes a mail in the reader's language: a subject of one line, paragraphs with an empty line between. */
export function writeMail(
  config: Pick<Config, 'operator' | 'publicUrl' | 'host' | 'port'>,
  reader: { to: string; language: Language },
  { subject, paragraphs }: MailText,
  values: Record<string, string> = {},
): Mail {
  const say = (text: string) => inLanguage(reader.language, text, { site: config.operator.siteName, ...values })
  const site = addressOf(config) + prefixOf(reader.language)
  const parts = [...paragraphs, closing].map((part) =>
    typeof part === 'string' ? say(part) : `${say(part.page)}${colonOf(reader.language)} ${site}${say(part.path)}`,
  )
  return { to: reader.to, subject: say(subject).replaceAll(/[\r\n]+/g, ' '), text: `${parts.join('\n\n')}\n` }
}

/** French sets a narrow space before it. */
const colonOf = (language: Language) => (language === 'fr' ? '\u202F:' : ':')

/** A sentence of the catalogue `mails` with its values; English where a language lacks it. */
export function inLanguage(language: Language, english: string, values: Record<string, string> = {}): string {
  return (catalogues.get(language)?.get(english) ?? english).replaceAll(
    /\{(\w+)\}/g,
    (hole, name: string) => values[name] ?? hole,
  )
}

const catalogues = new Map(languageCodes.map((language) => [language, readCatalogue(language)]))

/** Empty for English, and for a language whose catalogue `npm run messages` is about to make. */
function readCatalogue(language: Language): Map<string, string> {
  const file = fileURLToPath(new URL(`../../web/language/catalogues/${language}/mails.po`, import.meta.url))
  if (!existsSync(file)) return new Map()
  return new Map(
    parsePo(readFileSync(file, 'utf8'))
      .items.filter(({ msgstr }) => msgstr[0])
      .map(({ msgid, msgstr }) => [msgid, msgstr[0]!]),
  )
}
