import { alternates } from '../../language/alternates.ts'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { listedPages } from '../page-meta.ts'
import type { Route } from './+types/sitemap'
import { xmlResponse, xmlText } from './xml.ts'

/**
 * Returns the site map: every public page in every language, with links to the other languages. Source: sitemaps.org
 * protocol 0.9; Google's `xhtml:link` for languages.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = context.get(siteContext)
  const entries = Object.keys(listedPages).flatMap((page) => {
    const others = alternates(publicUrl, path(page as keyof typeof listedPages))
    const links = others
      .map(({ hrefLang, href }) => `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${xmlText(href)}"/>`)
      .join('')
    return others
      .filter(({ hrefLang }) => hrefLang !== 'x-default')
      .map(({ href }) => `<url><loc>${xmlText(href)}</loc>${links}</url>`)
  })
  return xmlResponse(
    'application/xml',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">' +
      `${entries.join('')}</urlset>`,
  )
}
