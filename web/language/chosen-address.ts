import { cookieOf } from '../document/cookies.ts'
import { isLanguage, languageCookie, languageOf, prefixOf, sourceLanguage } from './languages.ts'

/** Query parameter of a link that leads to the English page, whatever language the visitor chose. */
export const originalQuery = 'original'

/**
 * Returns where to redirect a visitor who chose a language: `/about?x=1` with the cookie `language=de` (over https
 * `__Host-language=de`) leads to `/de/about?x=1`. Undefined for a URL that names its language, for `?original`, which
 * requests the English original, for files that only programs read, and if no language was chosen.
 *
 * @param url Path and query of the request.
 * @param cookies The request's Cookie header.
 */
export function chosenAddress(url: string, cookies = ''): string | undefined {
  const chosen = cookieOf(languageCookie, cookies) ?? sourceLanguage
  if (chosen === sourceLanguage || !isLanguage(chosen)) return undefined
  const [pathname = '/', query] = url.split(/(?=\?)/)
  // `//host` would be another site.
  if (pathname.startsWith('//') || pathname.includes('.') || languageOf(pathname) !== sourceLanguage) return undefined
  if (new URLSearchParams(query).has(originalQuery)) return undefined
  return prefixOf(chosen) + (pathname === '/' ? '' : pathname) + (query ?? '')
}
