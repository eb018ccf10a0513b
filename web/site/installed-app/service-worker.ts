import { languages, prefixOf, sourceLanguage, type Language } from '../../language/languages.ts'
import { buildVersion, siteContext } from '../../document/load-context.ts'
import { machineFiles } from '../../paths.ts'
import type { Route } from './+types/service-worker'
import worker from './worker.js?raw'

/**
 * Returns the service worker's script. A new build or site name changes it, so that browsers fetch the offline pages
 * again.
 */
export function loader({ context }: Route.LoaderArgs): Response {
  const edition = `${context.get(buildVersion)} ${context.get(siteContext).operator.siteName}`
  const offlinePages = Object.fromEntries(
    (Object.keys(languages) as Language[]).map((language) => [
      language === sourceLanguage ? '' : language,
      prefixOf(language) + machineFiles.offlinePage,
    ]),
  )
  const text = `const { edition, offlinePages } = ${JSON.stringify({ edition, offlinePages })}\n${worker}`
  return new Response(text, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
