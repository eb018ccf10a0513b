import { type Language, languages, prefixOf } from '../../language/languages.ts'
import { siteContext } from '../../document/load-context.ts'
import { machineFiles } from '../../paths.ts'
import type { Route } from './+types/robots'

/** Lets search engines read the public pages, and no page that shows a person's data. Source: RFC 9309. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { publicUrl } = context.get(siteContext)
  const prefixes = (Object.keys(languages) as Language[]).map(prefixOf)
  const closed = [...prefixes.flatMap((prefix) => [`${prefix}/office/`, `${prefix}/operator`]), '/api']
  const lines = [
    'User-agent: *',
    ...closed.map((address) => `Disallow: ${address}`),
    '',
    `Sitemap: ${publicUrl}${machineFiles.sitemap}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
