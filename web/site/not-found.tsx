import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { path } from '../paths.ts'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import classes from './plain-screen.module.css'
import { useSiteName } from '../document/site-name.ts'

const Palette = lazy(() => import('./palette.tsx'))

/** The page for unknown URLs. */
export default function NotFound() {
  const siteName = useSiteName()
  const [finding, setFinding] = useState(false)
  return (
    <main className={classes.screen}>
      <title>{t`Page not found · ${siteName}`}</title>
      <Link className={classes.logo} to={path('home')}>
        <Logo /> {siteName}
      </Link>
      <h1>
        <Trans>Page not found</Trans>
      </h1>
      <p className={classes.words}>
        <Trans>The link may be out of date, or the address may have a typo.</Trans>
      </p>
      <div className={classes.row}>
        <Button component={Link} to={path('home')}>
          <Trans>Home page</Trans>
        </Button>
        <Button variant="default" component={Link} to={path('dashboard')}>
          <Trans>Your dashboard</Trans>
        </Button>
        <Button variant="default" leftSection={<Icon name="search" size={16} />} onClick={() => setFinding(true)}>
          <Trans>Search all pages</Trans>
        </Button>
      </div>
      <Suspense>{finding && <Palette onClose={() => setFinding(false)} />}</Suspense>
    </main>
  )
}
