import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { errorText } from '../data/call.ts'
import { createQueries } from '../data/queries.ts'
import office from '../office/layout.module.css'
import menuClasses from '../office/shell/side-menu.module.css'
import { withCatalogue } from '../language/catalogues.ts'
import { LanguageMenu } from '../language/language-menu.tsx'
import { path } from '../paths.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { usePageKeys } from '../ui/commands/page-keys.ts'
import { Failed, Loading } from '../ui/page-state.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import classes from './layout.module.css'
import { signOutOfDesk, useDeskGuard, useMe } from './me.ts'
import { menuOf } from './menu.ts'
import { rolesText } from './words.ts'

await withCatalogue('operator')

/** The layout of the desk. The server renders only this frame. */
export default function OperatorLayout() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <Desk />
    </QueryClientProvider>
  )
}

function Desk() {
  const me = useDeskGuard()
  const drawer = useRef<HTMLDialogElement>(null)
  const palette = useOnDemand(() => import('./palette.tsx'))
  usePageKeys({ palette: palette.show })

  function closeDrawer(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as Element
    if (target === event.currentTarget || target.closest('a, button')) drawer.current?.close()
  }

  return (
    <div className={`${office.office} ${classes.frame}`}>
      <a className={office.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <aside className={office.side}>
        <Brand />
        <DeskMenu />
      </aside>
      <dialog ref={drawer} className={office.drawer} aria-label={t`Menu`} onClick={closeDrawer}>
        <div className={office.drawerPanel}>
          <div className={office.drawerTop}>
            <Brand />
            <IconButton label={t`Close menu`}>
              <Icon name="close" size={22} />
            </IconButton>
          </div>
          <DeskMenu />
        </div>
      </dialog>
      <header className={office.header}>
        <IconButton
          className={office.toggle}
          label={t`Open menu`}
          aria-haspopup="dialog"
          onClick={() => drawer.current?.showModal()}
        >
          <Icon name="menu" size={22} />
        </IconButton>
        {me.data && (
          <div className={classes.who}>
            <strong>{me.data.name}</strong>
            <span>{rolesText(me.data.roles)}</span>
          </div>
        )}
        <div className={office.actions}>
          <IconButton
            label={t`Find a page or action`}
            aria-keyshortcuts="Control+K Meta+K"
            aria-haspopup="dialog"
            onClick={palette.show}
          >
            <Icon name="search" />
          </IconButton>
          <ThemeToggle />
          <IconButton label={t`Sign out of the desk`} onClick={() => void signOutOfDesk()}>
            <Icon name="signOut" />
          </IconButton>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={office.main}>
        {me.data ? (
          <Outlet />
        ) : me.error ? (
          <Failed message={errorText(me.error)} onRetry={() => void me.refetch()} />
        ) : (
          <Loading lines={6} label={t`Opening the desk`} />
        )}
      </main>
      <footer className={office.foot}>
        <LanguageMenu />
      </footer>
      {palette.Part && <palette.Part onClose={palette.hide} />}
    </div>
  )
}

function DeskMenu() {
  const { pathname } = useLocation()
  const { data: me } = useMe()
  const id = useId()
  const groups = menuOf(me?.permissions ?? [])
  return (
    <nav className={menuClasses.menu} aria-label={t`Desk`}>
      {groups.map((group, index) => (
        <div key={group.label} className={menuClasses.group}>
          <p id={`${id}-${index}`}>{group.label}</p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.entries.map(({ label, to, icon, queue }) => {
              const waiting = (queue && me?.waiting[queue]) || 0
              return (
                <li key={to}>
                  <Link className={menuClasses.entry} to={to} aria-current={isHere(to, pathname) ? 'page' : undefined}>
                    <Icon name={icon} size={18} />
                    {label}
                    {waiting > 0 && (
                      <span
                        className={classes.count}
                        aria-label={plural(waiting, { one: '# pending', other: '# pending' })}
                      >
                        {waiting}
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const isHere = (to: string, pathname: string) =>
  pathname === to || (to !== path('operator') && pathname.startsWith(`${to}/`))

function Brand() {
  return (
    <Link className={office.brand} to={path('operator')} aria-label={t`Operators’ desk, overview`}>
      <Logo size={26} />
      <Trans>Desk</Trans>
    </Link>
  )
}
