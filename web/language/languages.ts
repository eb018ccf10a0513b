import { directions, type Language, locales, prefixOf, sourceLanguage } from '../../api/languages.ts'

/**
 * The languages of the pages. `signAfter`: a currency sign follows the amount. English uses plain URLs; the others have
 * a prefix, such as `/de/about`.
 */
export const languages = {
  en: { name: 'English', direction: directions.en, locale: locales.en, signAfter: false },
  de: { name: 'Deutsch', direction: directions.de, locale: locales.de, signAfter: true },
  fr: { name: 'Français', direction: directions.fr, locale: locales.fr, signAfter: true },
  es: { name: 'Español', direction: directions.es, locale: locales.es, signAfter: true },
  ar: { name: 'العربية', direction: directions.ar, locale: locales.ar, signAfter: false },
} as const satisfies Record<Language, { name: string; direction: 'ltr' | 'rtl'; locale: string; signAfter: boolean }>

export { type Language, prefixOf, sourceLanguage }

/** Name of the cookie that stores the visitor's language. */
export const languageCookie = 'language'

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code)

/** Returns the language of a URL path, from its first segment. */
export function languageOf(pathname: string): Language {
  const first = pathname.split('/', 2)[1]!
  return first !== sourceLanguage && isLanguage(first) ? first : sourceLanguage
}
