import { type Language, languages, prefixOf, sourceLanguage } from './languages.ts'

/** The address of a page in a language, without a slash at the end of another than the first page. */
export const addressIn = (language: Language, publicUrl: string, pathname: string) =>
  publicUrl + (prefixOf(language) + (pathname === '/' ? '' : pathname) || '/')

/** A page in every language, for search engines: its addresses with their codes, and the one for all other readers. */
export function alternates(publicUrl: string, pathname: string): { hrefLang: string; href: string }[] {
  const all = (Object.keys(languages) as Language[]).map((language) => ({
    hrefLang: language as string,
    href: addressIn(language, publicUrl, pathname),
  }))
  return [...all, { hrefLang: 'x-default', href: addressIn(sourceLanguage, publicUrl, pathname) }]
}
