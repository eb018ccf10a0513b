import { type Language, languageCookie } from './languages.ts'

const aYearSeconds = 31_536_000

/**
 * Returns the cookie that stores a language choice. Over https its name begins with `__Host-`, so that no other host in
 * the domain can set or read it. Browsers refuse that name over plain HTTP.
 */
export function cookieOfChoice(language: Language, protocol: string): string {
  const kept = `Path=/; Max-Age=${aYearSeconds}; SameSite=Lax`
  return protocol === 'https:'
    ? `__Host-${languageCookie}=${language}; ${kept}; Secure`
    : `${languageCookie}=${language}; ${kept}`
}

/** Stores the chosen language in this browser, so that URLs without a language lead to it. */
export function chooseLanguage(language: Language): void {
  document.cookie = cookieOfChoice(language, location.protocol)
}
