/** The languages of pages and mails, by their code in ISO 639-1. */
export const languageCodes = ['en', 'de', 'fr', 'es', 'ar'] as const
export type Language = (typeof languageCodes)[number]

/** What the texts are written in, and what stands where a language is not known. */
export const sourceLanguage = 'en' as const satisfies Language

/** What addresses of a language begin with: nothing, or `/de`. */
export const prefixOf = (language: Language) => (language === sourceLanguage ? '' : `/${language}`)

/**
 * The one of our languages that a client likes best, English where it names none: `de-AT, fr;q=0.8` is German. Source: RFC 9110, section 12.5.4.
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
