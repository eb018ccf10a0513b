import { type Language, languageCookie } from './languages.ts'

const aYearSeconds = 31_536_000

/** Keeps a choice of language in this browser, so that plain addresses lead to it. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageCookie}=${language}; Path=/; Max-Age=${aYearSeconds}; SameSite=Lax${secure}`
}
