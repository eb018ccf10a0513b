import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { currentLanguage } from '#i18n'
import { prefixOf } from '../language/languages.ts'
import { Logo } from '../ui/logo.tsx'
import { path } from '../paths.ts'
import classes from './plain-screen.module.css'
import { useSiteName } from '../document/site-name.ts'

/**
 * The generic error view. Uses plain links, because the router itself may have failed. Source: docs/spec/product.md
 * section 8.
 */
export function UnexpectedError({ message }: { message: string }) {
  const siteName = useSiteName()
  const home = prefixOf(currentLanguage()) || path('home')
  return (
    <main className={classes.screen}>
      <title>{t`Unexpected Application Error! · ${siteName}`}</title>
      <a className={classes.logo} href={home}>
        <Logo /> {siteName}
      </a>
      <h1>
        <Trans>Unexpected Application Error!</Trans>
      </h1>
      <p className={classes.message} role="alert">
        {message}
      </p>
      <p className={classes.words}>
        <Trans>This error didn’t change your account. Reload the page, or start from the home page.</Trans>
      </p>
      <div className={classes.row}>
        <Button onClick={() => location.reload()}>
          <Trans>Reload page</Trans>
        </Button>
        <Button variant="default" component="a" href={home}>
          <Trans>Home page</Trans>
        </Button>
      </div>
    </main>
  )
}
