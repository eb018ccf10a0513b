import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, Outlet, useLocation } from 'react-router'
import { FirstAnswers, usePageQueries } from '../data/first-answers.tsx'
import { usePageCookies } from '../document/use-page-cookies.ts'
import { withCatalogue } from '../language/catalogues.ts'
import { path } from '../paths.ts'
import { Shell } from '../shell/shell.tsx'
import { SideMenu } from '../shell/side-menu.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { usePageKeys } from '../ui/commands/page-keys.ts'
import { Unanswered } from '../shell/answered.tsx'
import classes from './layout.module.css'
import { signOutOfDesk, useDeskGuard, useMe } from './shell/me.ts'
import { type DeskEntry, menuOf } from './shell/menu.ts'
import { rolesText } from './words.ts'

await withCatalogue('operator')

/** The layout of the desk. The server renders it with data if the browser sends the session's cookie. */
export default function OperatorLayout() {
  const queries = usePageQueries()
  return (
    <QueryClientProvider client={queries}>
      <Desk />
      <FirstAnswers queries={queries} />
    </QueryClientProvider>
  )
}

function Desk() {
  const me = useDeskGuard()
  usePageCookies()
  const palette = useOnDemand(() => import('./shell/palette.tsx'), { whenIdle: true })
  usePageKeys({ palette: palette.show })
  return (
    <>
      <Shell
        brand={{ name: <Trans>Desk</Trans>, label: t`Operators’ desk, overview`, to: path('operator') }}
        menu={<DeskMenu />}
        head={
          me.data && (
            <div className={classes.who}>
              <strong>{me.data.name}</strong>
              <span>{rolesText(me.data.roles)}</span>
            </div>
          )
        }
        signOutLabel={t`Sign out of the desk`}
        onSignOut={() => void signOutOfDesk()}
        onFind={palette.show}
        foot={
          <nav className={classes.help} aria-label={t`Help`}>
            <Link to={path('faqs')}>
              <Trans>FAQ</Trans>
            </Link>
            <Link to={path('transparency')}>
              <Trans>Transparency</Trans>
            </Link>
            <Link to={path('terms')}>
              <Trans>Terms Of Service</Trans>
            </Link>
            <a href="/api/docs">
              <Trans>API</Trans>
            </a>
          </nav>
        }
      >
        {me.data ? (
          <Outlet />
        ) : (
          <>
            <h1 className="visually-hidden">
              <Trans>Desk</Trans>
            </h1>
            <Unanswered query={me} lines={6} label={t`Opening the desk`} />
          </>
        )}
      </Shell>
      {palette.Part && <palette.Part onClose={palette.hide} />}
    </>
  )
}

function DeskMenu() {
  const { pathname } = useLocation()
  const { data: me } = useMe()
  const isHere = (to: string) => pathname === to || (to !== path('operator') && pathname.startsWith(`${to}/`))
  const waitingIn = ({ queue }: DeskEntry) => (queue && me?.waiting[queue]) || 0
  return (
    <SideMenu
      label={t`Desk`}
      groups={menuOf(me?.permissions ?? [])}
      isHere={isHere}
      badge={(entry) => waitingIn(entry) > 0 && <Waiting waiting={waitingIn(entry)} />}
    />
  )
}

function Waiting({ waiting }: { waiting: number }) {
  return (
    <span className={classes.count} aria-label={plural(waiting, { one: '# pending', other: '# pending' })}>
      {waiting}
    </span>
  )
}
