import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { useOnDemand } from '../ui/on-demand.ts'
import { usePageKeys } from '../ui/page-keys.ts'
import { Announcements } from './announcements.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { withCatalogue } from '../language/catalogues.ts'
import classes from './layout.module.css'
import { BreadcrumbData } from './machine-readable/structured-data.tsx'
import { useReferralLink } from './referral.ts'

await withCatalogue('articles')

/** Frame of the public pages. */
export default function SiteLayout() {
  useReferralLink()
  const palette = useOnDemand(() => import('./palette.tsx'))
  usePageKeys({ palette: palette.show })
  return (
    <>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <Header onFind={palette.show} />
      <Announcements />
      <main id="content" tabIndex={-1} className={classes.main}>
        <BreadcrumbData />
        <Outlet />
      </main>
      <Footer />
      {palette.Part && <palette.Part onClose={palette.hide} />}
    </>
  )
}
