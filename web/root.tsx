import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'
import { t } from '@lingui/core/macro'
import { lazy, type ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import sansFont from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import type { Route } from './+types/root'
import { currentLanguage } from '#i18n'
import { languages, prefixOf } from './language/languages.ts'
import { loadRoot } from './document/root-loader.ts'
import { useNonce } from './document/nonce.ts'
import { machineFiles } from './paths.ts'
import { ColorSchemeScript } from './ui/color-scheme.tsx'
import { PopupProvider } from './ui/dialogs/popup.tsx'
import { ThemeColor } from './ui/theme-color.tsx'
import { UnexpectedError } from './site/unexpected-error.tsx'
import { PracticeNotice } from './site/practice-notice.tsx'

/** Loaded on demand, because the root's scripts add to the size of every page. */
const NotFound = lazy(() => import('./site/not-found.tsx'))

export function links() {
  return [
    { rel: 'preload', href: sansFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
    { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
    { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
    { rel: 'manifest', href: prefixOf(currentLanguage()) + machineFiles.manifest },
    { rel: 'alternate', href: machineFiles.announcements, type: 'application/rss+xml', title: t`Announcements` },
  ]
}

export const loader = loadRoot

export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html
      lang={currentLanguage()}
      dir={languages[currentLanguage()].direction}
      data-color-scheme="light"
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ColorSchemeScript nonce={nonce} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <ThemeColor />
        <PracticeNotice />
        <PopupProvider>{children}</PopupProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <UnexpectedError message={messageOf(error)} />
}

function messageOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : t`Unknown error.`
}
