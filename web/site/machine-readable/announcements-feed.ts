import { siteContext } from '../../document/load-context.ts'
import { sourceLanguage } from '../../../api/languages.ts'
import { machineFiles, path } from '../../paths.ts'
import type { Route } from './+types/announcements-feed'
import { xmlResponse, xmlText } from './xml.ts'

/** Returns the operator's current announcements as RSS 2.0. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { call, publicUrl, operator } = context.get(siteContext)
  const home = xmlText(publicUrl + path('home'))
  const all = await call('announcements', {})
  const items = all
    .filter(({ language }) => language === null || language === sourceLanguage)
    .map(
      ({ id, title, words, from }) =>
        `<item><title>${xmlText(title)}</title><description>${xmlText(words)}</description><link>${home}</link>` +
        `<guid isPermaLink="false">${xmlText(id)}</guid><pubDate>${new Date(from).toUTCString()}</pubDate></item>`,
    )
  const channel = [
    `<title>${xmlText(operator.siteName)}: announcements</title><link>${home}</link>`,
    '<description>Announcements by the operator of this practice platform.</description><language>en</language>',
    `<atom:link href="${xmlText(publicUrl + machineFiles.announcements)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  return xmlResponse(
    'application/rss+xml',
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel.join('')}</channel></rss>`,
  )
}
