import { type Language, languages, prefixOf, sourceLanguage } from './languages.ts'

/** Returns the URL of a page in a language. Only the home page's URL ends with a slash. */
export const addressIn = (language: Language, publicUrl: string, pathname: string) =>
  publicUrl + (prefixOf(language) + (pathname === '/' ? '' : pathname) || '/')

/** Lists a page's URLs in all languages for search engines, and the default for readers of any other language. */
export function alternates(publicUrl: string, pathname: string): { hrefLang: string; href: string }[] {
  const all = (Object.keys(languages) as Language[]).map((language) => ({
    hrefLang: language as string,
    href: addressIn(language, publicUrl, pathname),
  }))
  return [...all, { hrefLang: 'x-default', href: addressIn(sourceLanguage, publicUrl, pathname) }]
}
