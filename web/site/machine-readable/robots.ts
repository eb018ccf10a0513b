import { siteContext } from '../../load-context.ts'
import { machineFiles } from '../../paths.ts'
import type { Route } from './+types/robots'

/** What search engines may read: the public pages, and nothing of anybody's own. Source: RFC 9309. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = context.get(siteContext)
  const lines = ['User-agent: *', 'Disallow: /office/', 'Disallow: /operator', 'Disallow: /api', '', `Sitemap: ${publicUrl}${machineFiles.sitemap}`, '']
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
