/** Languages of pages and emails, by ISO 639-1 code. */
export const languageCodes = ['en', 'de', 'fr', 'es', 'ar'] as const
export type Language = (typeof languageCodes)[number]

/** The source language, and the fallback if a client's language is unknown. */
export const sourceLanguage = 'en' as const satisfies Language

/** The locale of each language for `Intl`. */
export const locales: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  // Latin digits, so that figures can be compared with receipts and API responses.
  ar: 'ar-EG-u-nu-latn',
}

/** The direction in which each language is written. */
export const directions: Readonly<Record<Language, 'ltr' | 'rtl'>> = {
  en: 'ltr',
  de: 'ltr',
  fr: 'ltr',
  es: 'ltr',
  ar: 'rtl',
}

/** Returns the URL prefix of a language: empty for English, otherwise the code, such as `/de`. */
export const prefixOf = (language: Language) => (language === sourceLanguage ? '' : `/${language}`)

/**
 * Returns the supported language that a client prefers, or English. `de-AT, fr;q=0.8` is German. Source: RFC 9110,
 * section 12.5.4. Decision 29 compares it with a library.
 */
export function preferredLanguage(acceptLanguage: string): Language {
  const wishes = acceptLanguage.split(',').map((wish) => {
    const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase())
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return {
      language: languageCodes.find((code) => code === range.split('-')[0]),
      weight: Number.isNaN(weight) ? 0 : weight,
    }
  })
  return (
    wishes.filter(({ language, weight }) => language && weight > 0).sort((one, other) => other.weight - one.weight)[0]
      ?.language ?? sourceLanguage
  )
}
