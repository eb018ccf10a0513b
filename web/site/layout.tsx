import { Trans } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { useOnDemand } from '../ui/on-demand.ts'
import { usePageKeys } from '../ui/commands/page-keys.ts'
import type { Route } from './+types/layout'
import { siteContext } from '../document/load-context.ts'
import { Announcements } from '../document/announcements.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { withCatalogue } from '../language/catalogues.ts'
import classes from './layout.module.css'
import { answerOrNothing } from './public-call.ts'
import { BreadcrumbData } from './machine-readable/structured-data.tsx'
import { useReferralLink } from './referral.ts'

await withCatalogue('articles')

/** Announcements are part of the rendered page, so that they don't shift it when they load. */
export async function loader({ context }: Route.LoaderArgs) {
  return { announcements: (await answerOrNothing(context.get(siteContext), 'announcements')) ?? [] }
}

/** After the first load, the page fetches them itself. */
export const shouldRevalidate = () => false

/** Frame of the public pages. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  useReferralLink()
  const palette = useOnDemand(() => import('./palette.tsx'))
  usePageKeys({ palette: palette.show })
  return (
    <>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <Header onFind={palette.show} />
      <Announcements given={loaderData.announcements} />
      <main id="content" tabIndex={-1} className={classes.main}>
        <BreadcrumbData />
        <Outlet />
      </main>
      <Footer />
      {palette.Part && <palette.Part onClose={palette.hide} />}
    </>
  )
}
