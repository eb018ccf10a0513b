import { I18nProvider } from '@lingui/react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { activeI18n, currentLanguage } from '#i18n'
import { languages } from '../../language/languages.ts'
import { siteContext } from '../../document/load-context.ts'
import { Logo } from '../../ui/logo.tsx'
import tokens from '../../ui/tokens.css?raw'
import type { Route } from './+types/offline-page'
import styles from './offline.css?raw'
import themeOfChoice from './theme-of-choice.js?raw'
import tryAgain from './try-again.js?raw'

/** The page that the service worker shows while the server is unreachable. It loads no other file. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { nonce, operator } = context.get(siteContext)
  const page = renderToStaticMarkup(
    <I18nProvider i18n={activeI18n()}>
      <OfflinePage nonce={nonce} siteName={operator.siteName} />
    </I18nProvider>,
  )
  return new Response(`<!doctype html>${page}`, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

function OfflinePage({ nonce, siteName }: { nonce: string; siteName: string }) {
  const language = currentLanguage()
  return (
    <html lang={language} dir={languages[language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t`No connection · ${siteName}`}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: tokens + styles }} />
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: themeOfChoice }} />
      </head>
      <body>
        <aside aria-label={t`Practice notice`}>
          <Trans>
            <strong>Practice money on test networks.</strong> Nothing here can be cashed out.
          </Trans>
        </aside>
        <main>
          <Logo size={40} />
          <h1>
            <Trans>No connection</Trans>
          </h1>
          <p>
            <Trans>You can’t reach {siteName} right now. Open trades still settle at the published prices.</Trans>
          </p>
          <p>
            <Trans>We’ll keep trying. Your page will open as soon as the connection is back.</Trans>
          </p>
          <button type="button">
            <Trans>Try again</Trans>
          </button>
        </main>
        <script type="module" nonce={nonce} dangerouslySetInnerHTML={{ __html: tryAgain }} />
      </body>
    </html>
  )
}
