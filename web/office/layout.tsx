import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useCall } from '../data/queries.ts'
import { FirstAnswers, usePageQueries } from '../data/first-answers.tsx'
import { RenderedContext } from '../data/rendered.ts'
import { Announcements } from '../document/announcements.tsx'
import { usePageCookies } from '../document/use-page-cookies.ts'
import { useSiteName } from '../document/site-name.ts'
import { withCatalogue } from '../language/catalogues.ts'
import { path } from '../paths.ts'
import { Shell } from '../shell/shell.tsx'
import { SideMenu } from '../shell/side-menu.tsx'
import { AmountsHiddenAtFirst, PrivateAmounts } from '../ui/text/amounts.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { useKeptPart } from './shell/use-kept-part.ts'
import { usePageKeys } from '../ui/commands/page-keys.ts'
import { Loading } from '../ui/page-state.tsx'
import classes from './layout.module.css'
import { RealityCheck } from './limits/reality-check.tsx'
import { BalanceBar } from './shell/balance-bar.tsx'
import { BottomBar } from './shell/bottom-bar.tsx'
import { helpPages } from './shell/help-pages.ts'
import { FactorDemandNotice } from './shell/factor-demand.tsx'
import { HandOverConsent } from './shell/hand-over-consent.tsx'
import { useLiveRefresh } from './shell/live-refresh.ts'
import { useNoticesKnown } from './shell/known-notices.ts'
import { entryOf, sideMenu } from './shell/menu.ts'
import { OfficeActionsContext } from './shell/office-actions.ts'
import { PrintHead } from './shell/print-head.tsx'
import { useSessionGuard, useSignOut } from './shell/session-guard.ts'
import { useConfirmedNotices } from './shell/confirmed-notices.ts'
import { TermsNotice } from './shell/terms-notice.tsx'
import { AlertNotices } from './trading/alerts/alert-notices.tsx'
import { VerificationBanner } from './shell/verification-banner.tsx'

await withCatalogue('office')

/** Frame of the customer's pages. The server renders it with data if the browser sends the session's cookie. */
export default function OfficeLayout() {
  const queries = usePageQueries()
  const rendered = useContext(RenderedContext)
  return (
    <QueryClientProvider client={queries}>
      <AmountsHiddenAtFirst value={rendered?.amountsHidden ?? false}>
        <Office />
      </AmountsHiddenAtFirst>
      <FirstAnswers queries={queries} />
    </QueryClientProvider>
  )
}

/** Shows operators' announcements, except those that the customer confirmed on another device. */
function Notices() {
  const { confirmed, confirm } = useConfirmedNotices()
  // Loaded once as a query, so that the server renders them; they refetch themselves.
  const { data: given } = useCall('announcements', {}, { staleTime: Infinity })
  return given && <Announcements given={given} boxed confirmed={confirmed} onConfirm={confirm} />
}

function SignedIn() {
  if (!useNoticesKnown()) return <LoadingAccount />
  return (
    <>
      <PrintHead />
      <Notices />
      <TermsNotice />
      <FactorDemandNotice />
      <VerificationBanner />
      <RealityCheck />
      <PrivateAmounts>
        <AlertNotices />
        <Outlet />
      </PrivateAmounts>
    </>
  )
}

const LoadingAccount = () => (
  <>
    <h1 className="visually-hidden">
      <Trans>Office</Trans>
    </h1>
    <Loading lines={6} label={t`Loading your account`} />
  </>
)

function Office() {
  const { signedIn, handover } = useSessionGuard()
  const signOut = useSignOut()
  usePageCookies()
  const here = useLocation()
  const entry = entryOf(here)
  const siteName = useSiteName()
  const palette = useKeptPart(() => import('./shell/palette.tsx'))
  const keys = useOnDemand(() => import('./shell/keyboard-help.tsx'), { whenIdle: true })
  const actions = useMemo(() => ({ showPalette: palette.show, showKeys: keys.show }), [palette.show, keys.show])
  usePageKeys({ palette: palette.show, help: keys.show })
  useLiveRefresh()
  return (
    <OfficeActionsContext value={actions}>
      <Shell
        brand={{ name: siteName, label: t`${siteName}, dashboard`, to: path('dashboard') }}
        menu={
          <SideMenu
            label={t`Office`}
            groups={sideMenu()}
            isHere={(to) => to === entry}
            action={{ label: t`Sign Out`, icon: 'signOut', onClick: signOut }}
          />
        }
        head={signedIn && <BalanceBar />}
        signOutLabel={t`Sign out`}
        onSignOut={signOut}
        onFind={palette.show}
        foot={
          <nav className={classes.help} aria-label={t`Help`}>
            {helpPages().map(({ label, to }) => (
              <Link key={to} to={to}>
                {label}
              </Link>
            ))}
            <button type="button" className={classes.keys} aria-keyshortcuts="?" onClick={keys.show}>
              <Trans>Keyboard shortcuts</Trans>
            </button>
          </nav>
        }
        bottomBar={<BottomBar />}
      >
        {handover ? (
          <HandOverConsent code={handover.code} onDone={handover.done} />
        ) : signedIn ? (
          <SignedIn />
        ) : (
          <LoadingAccount />
        )}
      </Shell>
      {palette.Part && (
        <palette.Part open={palette.open} onClose={palette.hide} onHelp={keys.show} onSignOut={() => void signOut()} />
      )}
      {keys.Part && <keys.Part onClose={keys.hide} />}
    </OfficeActionsContext>
  )
}
