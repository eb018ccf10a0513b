import { siteContext } from '../../load-context.ts'
import { path } from '../../paths.ts'
import { listedPages } from '../page-meta.ts'
import type { Route } from './+types/sitemap'
import { xmlResponse, xmlText } from './xml.ts'

/** The site map: every public page once, by its canonical address. Source: sitemaps.org protocol 0.9. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = context.get(siteContext)
  const entries = Object.keys(listedPages).map((page) => `<url><loc>${xmlText(publicUrl + path(page as keyof typeof listedPages))}</loc></url>`)
  return xmlResponse('application/xml', `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`)
}
