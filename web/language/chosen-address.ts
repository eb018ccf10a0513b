import { isLanguage, languageCookie, languageOf, prefixOf, sourceLanguage } from './languages.ts'

/** Parameter of a link that leads to the English page whatever language the visitor chose. */
export const originalQuery = 'original'

/**
 * Where a visitor who chose a language is sent from a plain address: `/about?x=1` with the cookie `language=de` (over
 * https `__Host-language=de`) to `/de/about?x=1`. Undefined for an address that names its language, for `?original`,
 * which asks for the English original, for files for machines, and without a choice.
 *
 * @param url Path and query of the request.
 * @param cookies The request's Cookie header.
 */
export function chosenAddress(url: string, cookies = ''): string | undefined {
  const chosen = cookieOf(`__Host-${languageCookie}`, cookies) ?? cookieOf(languageCookie, cookies) ?? sourceLanguage
  if (chosen === sourceLanguage || !isLanguage(chosen)) return undefined
  const [pathname = '/', query] = url.split(/(?=\?)/)
  // `//host` would be another site.
  if (pathname.startsWith('//') || pathname.includes('.') || languageOf(pathname) !== sourceLanguage) return undefined
  if (new URLSearchParams(query).has(originalQuery)) return undefined
  return prefixOf(chosen) + (pathname === '/' ? '' : pathname) + (query ?? '')
}

function cookieOf(name: string, cookies: string): string | undefined {
  return cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
