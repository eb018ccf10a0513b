import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { useSecret } from '../data/session.ts'
import { path } from '../paths.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import classes from './header.module.css'
import { menuGroups } from './menu.ts'
import { SideMenu } from './side-menu.tsx'
import { useSiteName } from '../document/site-name.ts'

/**
 * The header of public pages: dropdowns on wide screens, a side menu on small ones. `onFind` opens the command
 * palette.
 */
export function Header({ onFind }: { onFind: () => void }) {
  const siteName = useSiteName()
  const isSignedIn = Boolean(useSecret())
  const sideMenu = useRef<HTMLDialogElement>(null)
  return (
    <header className={classes.header} data-screen-only>
      <div className={classes.bar}>
        <Link className={classes.brand} to={path('home')} aria-label={t`${siteName}, home page`}>
          <Logo />
          <span>{siteName}</span>
        </Link>
        <nav className={classes.nav} aria-label={t`Main`}>
          {menuGroups().map((group) => (
            <Disclosure key={group.label} label={group.label}>
              {group.links.map((link) => (
                <Link key={link.to} className={classes.entry} to={link.to}>
                  {link.label}
                </Link>
              ))}
            </Disclosure>
          ))}
          <NavLink className={classes.link} to={path('faqs')}>
            <Trans>FAQ</Trans>
          </NavLink>
          <NavLink className={classes.link} to={path('payouts')}>
            <Trans>Payouts</Trans>
          </NavLink>
        </nav>
        <div className={classes.actions}>
          <ThemeToggle />
          {isSignedIn ? (
            <Button className={classes.signUp} component={Link} to={path('dashboard')} size="sm">
              <Trans>Your office</Trans>
            </Button>
          ) : (
            <>
              <Link className={classes.signIn} to={path('signIn')}>
                <Trans>Login</Trans>
              </Link>
              <Button className={classes.signUp} component={Link} to={path('signUp')} size="sm">
                <Trans>Register</Trans>
              </Button>
            </>
          )}
          <IconButton
            className={classes.toggle}
            label={t`Open menu`}
            aria-haspopup="dialog"
            onClick={() => sideMenu.current?.showModal()}
          >
            <Icon name="menu" size={22} />
          </IconButton>
        </div>
      </div>
      <SideMenu ref={sideMenu} onFind={onFind} />
    </header>
  )
}
