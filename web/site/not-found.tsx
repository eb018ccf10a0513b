import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Link } from 'react-router'
import { path } from '../paths.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './plain-screen.module.css'
import { useSiteName } from './site-name.ts'

/** There is no such page. */
export function NotFound() {
  const siteName = useSiteName()
  return (
    <main className={classes.screen}>
      <title>{t`No such page · ${siteName}`}</title>
      <Link className={classes.logo} to={path('home')}>
        <Logo /> {siteName}
      </Link>
      <h1>
        <Trans>There is no page at this address</Trans>
      </h1>
      <p className={classes.words}>
        <Trans>The link may be old, or a letter of the address may be wrong.</Trans>
      </p>
      <div className={classes.row}>
        <Button component={Link} to={path('home')}>
          <Trans>Home page</Trans>
        </Button>
        <Button variant="default" component={Link} to={path('dashboard')}>
          <Trans>Your dashboard</Trans>
        </Button>
      </div>
    </main>
  )
}
