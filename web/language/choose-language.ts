import { cookieText } from '../document/cookies.ts'
import { type Language, languageCookie } from './languages.ts'

const aYearSeconds = 31_536_000

/** Returns the cookie that stores a language choice. */
export const cookieOfChoice = (language: Language, protocol: string): string =>
  cookieText(languageCookie, language, { protocol, sameSite: 'Lax', maxAgeSeconds: aYearSeconds })

/** Stores the chosen language in this browser, so that URLs without a language lead to it. */
export function chooseLanguage(language: Language): void {
  document.cookie = cookieOfChoice(language, location.protocol)
}
