import { t } from '@lingui/core/macro'
import { currentLanguage } from '#i18n'
import { languages, prefixOf } from '../../language/languages.ts'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { themeColors } from '../../ui/theme-color.tsx'
import type { Route } from './+types/manifest'

/** Data that browsers read when the site is installed as an app. Source: W3C Web Application Manifest. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { siteName } = context.get(siteContext).operator
  const language = currentLanguage()
  const at = (address: string) => prefixOf(language) + address
  const manifest = {
    // Every language installs the same app.
    id: '/',
    name: siteName,
    short_name: siteName,
    description: t`Practice trading with play money and test networks, where every result can be checked.`,
    lang: language,
    dir: languages[language].direction,
    start_url: at(path('dashboard')),
    scope: '/',
    display: 'standalone',
    // Colour of the splash screen. Pages set the colour of their own theme.
    background_color: themeColors.light,
    theme_color: themeColors.light,
    categories: ['education', 'finance'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t`Trade`, url: at(path('dashboard')) },
      { name: t`Deposit`, url: at(path('officeDeposit')) },
      { name: t`Withdraw`, url: at(path('withdrawals')) },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
