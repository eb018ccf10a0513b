import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { type MouseEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { createQueries } from '../data/queries.ts'
import { withCatalogue } from '../language/catalogues.ts'
import { LanguageMenu } from '../language/language-menu.tsx'
import { path } from '../paths.ts'
import { Announcements } from '../site/announcements.tsx'
import { useSiteName } from '../site/site-name.ts'
import { PrivateAmounts } from '../ui/text/amounts.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { usePageKeys } from '../ui/commands/page-keys.ts'
import { Loading } from '../ui/page-state.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import classes from './layout.module.css'
import { RealityCheck } from './limits/reality-check.tsx'
import { BalanceBar } from './shell/balance-bar.tsx'
import { FactorDemandNotice } from './shell/factor-demand.tsx'
import { HandOverConsent } from './shell/hand-over-consent.tsx'
import { useLiveRefresh } from './shell/live-refresh.ts'
import { bottomBar } from './shell/menu.ts'
import { OfficeActionsContext, useOfficeActions } from './shell/office-actions.ts'
import { PrintHead } from './shell/print-head.tsx'
import { useSessionGuard, useSignOut } from './shell/session-guard.ts'
import { useConfirmedNotices } from './shell/confirmed-notices.ts'
import { OfficeMenu } from './shell/side-menu.tsx'
import { TermsNotice } from './shell/terms-notice.tsx'
import { VerificationBanner } from './shell/verification-banner.tsx'

await withCatalogue('office')

/**
 * Frame of the customer's pages. The server renders no customer data because only the browser holds the session secret.
 */
export default function OfficeLayout() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <Office />
    </QueryClientProvider>
  )
}

/** Shows operators' announcements, except those that the customer confirmed on another device. */
function Notices() {
  const { confirmed, confirm } = useConfirmedNotices()
  return <Announcements boxed confirmed={confirmed} onConfirm={confirm} />
}

function Office() {
  const { signedIn, handover } = useSessionGuard()
  const signOut = useSignOut()
  const drawer = useRef<HTMLDialogElement>(null)
  const palette = useOnDemand(() => import('./shell/palette.tsx'))
  const keys = useOnDemand(() => import('./shell/keyboard-help.tsx'))
  const actions = useMemo(() => ({ showPalette: palette.show, showKeys: keys.show }), [palette.show, keys.show])
  usePageKeys({ palette: palette.show, help: keys.show })
  useLiveRefresh()
  return (
    <OfficeActionsContext value={actions}>
      <div className={classes.office}>
        <a className={classes.skip} href="#content">
          <Trans>Skip to content</Trans>
        </a>
        <aside className={classes.side}>
          <Brand />
          <OfficeMenu onSignOut={signOut} />
        </aside>
        <Drawer ref={drawer} onSignOut={signOut} />
        <Header signedIn={signedIn} onMenu={() => drawer.current?.showModal()} onSignOut={signOut} />
        <main id="content" tabIndex={-1} className={classes.main}>
          {handover ? (
            <HandOverConsent code={handover.code} onDone={handover.done} />
          ) : signedIn ? (
            <>
              <PrintHead />
              <Notices />
              <TermsNotice />
              <FactorDemandNotice />
              <VerificationBanner />
              <RealityCheck />
              <PrivateAmounts>
                <Outlet />
              </PrivateAmounts>
            </>
          ) : (
            <Loading lines={6} label={t`Loading your account`} />
          )}
        </main>
        <footer className={classes.foot}>
          <button type="button" className={classes.keys} aria-keyshortcuts="?" onClick={keys.show}>
            <Trans>Keyboard shortcuts</Trans>
          </button>
          <LanguageMenu />
        </footer>
        <BottomBar />
      </div>
      {palette.Part && <palette.Part onClose={palette.hide} onHelp={keys.show} onSignOut={() => void signOut()} />}
      {keys.Part && <keys.Part onClose={keys.hide} />}
    </OfficeActionsContext>
  )
}

function Header({ signedIn, onMenu, onSignOut }: { signedIn: boolean; onMenu: () => void; onSignOut: () => void }) {
  const { showPalette } = useOfficeActions()
  return (
    <header className={classes.header}>
      <IconButton className={classes.toggle} label={t`Open menu`} aria-haspopup="dialog" onClick={onMenu}>
        <Icon name="menu" size={22} />
      </IconButton>
      {signedIn && <BalanceBar />}
      <div className={classes.actions}>
        <IconButton
          className={classes.wide}
          label={t`Find a page or action`}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={showPalette}
        >
          <Icon name="search" />
        </IconButton>
        <ThemeToggle />
        <IconButton label={t`Sign out`} onClick={onSignOut}>
          <Icon name="signOut" data-directed />
        </IconButton>
      </div>
    </header>
  )
}

/** Menu for small screens. Choosing an entry closes it. */
function Drawer({ ref, onSignOut }: { ref: RefObject<HTMLDialogElement | null>; onSignOut: () => void }) {
  const { showPalette } = useOfficeActions()

  function close(event: MouseEvent<HTMLDialogElement>) {
    const target = event.target as Element
    if (target === event.currentTarget || target.closest('a, button')) ref.current?.close()
  }

  return (
    <dialog ref={ref} className={classes.drawer} aria-label={t`Menu`} onClick={close}>
      <div className={classes.drawerPanel}>
        <div className={classes.drawerTop}>
          <Brand />
          <IconButton label={t`Close menu`}>
            <Icon name="close" size={22} />
          </IconButton>
        </div>
        <button type="button" className={classes.find} onClick={showPalette}>
          <Icon name="search" size={18} />
          <Trans>Find a page or action</Trans>
        </button>
        <OfficeMenu onSignOut={onSignOut} />
      </div>
    </dialog>
  )
}

function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav className={classes.bottom} aria-label={t`Main navigation`}>
      {bottomBar().map((entry) => (
        <Link key={entry.to} to={entry.to} aria-current={entry.to === pathname ? 'page' : undefined}>
          <Icon name={entry.icon} size={22} />
          {entry.label}
        </Link>
      ))}
    </nav>
  )
}

function Brand() {
  const siteName = useSiteName()
  return (
    <Link className={classes.brand} to={path('dashboard')} aria-label={t`${siteName}, dashboard`}>
      <Logo size={26} />
      {siteName}
    </Link>
  )
}
