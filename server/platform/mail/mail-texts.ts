import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parsePo } from 'pofile-ts'
import { languageCodes, locales, prefixOf, type Language } from '../../../api/languages.ts'
import { addressOf, type Config } from '../config.ts'
import type { Mail } from './mail.ts'

/** A paragraph that links to a page on the site: its label, then its path. */
type PageLink = { page: string; path: string }

/**
 * An email in English. `{name}` is a placeholder, `{site}` the name of the installation. Modules define theirs in a
 * `mails.ts`, from which `npm run messages` collects the catalogue `mails`.
 */
export type MailText = { subject: string; paragraphs: readonly (string | PageLink)[] }

/** Returns one email per reason code. */
export function mailOfEach<Code extends string>(
  reasons: Readonly<Record<Code, string>>,
  write: (reason: string) => MailText,
): Record<Code, MailText> {
  return Object.fromEntries(Object.entries<string>(reasons).map(([code, reason]) => [code, write(reason)])) as Record<
    Code,
    MailText
  >
}

/** The last paragraph of every email. Source: docs/spec/truth.md section 1. */
export const closing = '{site} is a practice platform with play money and test coins. Nothing in it can be cashed out.'

/** Writes emails in the reader's language. */
export type MailWriter = {
  /**
   * Writes an email: a one-line subject, and paragraphs separated by an empty line. A `Date` becomes a day and a time
   * in UTC in the reader's language.
   */
  write(reader: { to: string; language: Language }, text: MailText, values?: Record<string, string | Date>): Mail
  /** Returns a sentence from the `mails` catalogue with its values filled in; in English if the language lacks it. */
  translate(language: Language, english: string, values?: Record<string, string>): string
}

/** Creates the writer. `catalogues` is a folder that contains a `mails.po` for each language. */
export function createMailWriter(
  config: Pick<Config, 'operator' | 'publicUrl' | 'host' | 'port'>,
  catalogues: string,
): MailWriter {
  const translations = new Map(
    languageCodes.map((language) => [language, readCatalogue(path.join(catalogues, language, 'mails.po'))]),
  )
  const translate: MailWriter['translate'] = (language, english, values = {}) =>
    (translations.get(language)?.get(english) ?? english).replaceAll(
      /\{(\w+)\}/g,
      (hole, name: string) => values[name] ?? hole,
    )
  return {
    translate,
    write({ to, language }, { subject, paragraphs }, values = {}) {
      const texts = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value instanceof Date ? momentInMail(language, value) : value,
        ]),
      )
      const say = (text: string) => translate(language, text, { site: config.operator.siteName, ...texts })
      const site = addressOf(config) + prefixOf(language)
      const parts = [...paragraphs, closing].map((part) =>
        typeof part === 'string' ? say(part) : `${say(part.page)}${colonOf(language)} ${site}${say(part.path)}`,
      )
      return { to, subject: say(subject).replaceAll(/[\r\n]+/g, ' '), text: `${parts.join('\n\n')}\n` }
    },
  }
}

/** Formats a moment in UTC for emails: `5 June 2026 at 22:04 UTC`. */
export const momentInMail = (language: Language, moment: Date) =>
  `${moment.toLocaleString(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** French puts a narrow no-break space before a colon. */
const colonOf = (language: Language) => (language === 'fr' ? '\u202F:' : ':')

/** The result is empty for English and for a language whose catalogue `npm run messages` is about to create. */
function readCatalogue(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map()
  return new Map(
    parsePo(readFileSync(file, 'utf8'))
      .items.filter(({ msgstr }) => msgstr[0])
      .map(({ msgid, msgstr }) => [msgid, msgstr[0]!]),
  )
}
