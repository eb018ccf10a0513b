import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { Link } from 'react-router'
import { useSecret } from '../data/session.ts'
import { path } from '../paths.ts'
import { LanguageMenu } from '../language/language-menu.tsx'
import { Logo } from '../ui/logo.tsx'
import { useRootData } from '../document/root-data.ts'
import classes from './footer.module.css'
import { footerLinks, type MenuLink, usefulLinks } from './menu.ts'
import { useSiteName } from '../document/site-name.ts'

const accepted = () => [
  { name: 'Bitcoin', note: t`test coins only` },
  { name: 'Ethereum', note: t`test coins only` },
  { name: t`Credit Card`, note: t`never charged: no real money` },
]

/** The public pages' footer. Source: docs/spec/product.md section 2. */
export function Footer() {
  const installation = useRootData()
  const siteName = useSiteName()
  const isSignedIn = Boolean(useSecret())
  return (
    <footer className={classes.footer}>
      <div className={classes.call}>
        <p>
          <Trans>
            Do you want to join us? <span>Let's work together.</span>
          </Trans>
        </p>
        <Button component={Link} to={path(isSignedIn ? 'dashboard' : 'signIn')} size="md">
          {isSignedIn ? <Trans>Your office</Trans> : <Trans>Start Trading</Trans>}
        </Button>
      </div>
      <div className={classes.columns}>
        <div className={classes.brand}>
          <Link to={path('home')} className={classes.logo}>
            <Logo size={24} /> {siteName}
          </Link>
          <p>
            <Trans>
              A tally stick was split in two, so that both sides held proof of a debt. Every trade here works the same
              way.
            </Trans>
          </p>
          {installation && <a href={`mailto:${installation.supportEmail}`}>{installation.supportEmail}</a>}
        </div>
        <nav aria-label={t`Footer`} className={classes.wide}>
          <h2>
            <Trans>Pages</Trans>
          </h2>
          <Links links={footerLinks(isSignedIn)} />
        </nav>
        <div>
          <h2>
            <Trans>We Accept</Trans>
          </h2>
          <ul>
            {accepted().map(({ name, note }) => (
              <li key={name} className={classes.accepted}>
                {name} <small>{note}</small>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label={t`Useful Links`}>
          <h2>
            <Trans>Useful Links</Trans>
          </h2>
          <Links links={usefulLinks()} />
        </nav>
      </div>
      <div className={classes.languages}>
        <LanguageMenu />
      </div>
      <p className={classes.copyright}>
        © {installation?.year} {siteName}.{' '}
        <Trans>Play money, test coins and published prices; not an investment service.</Trans>
      </p>
    </footer>
  )
}

function Links({ links }: { links: MenuLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.label}>
          <Link to={link.to}>{link.label}</Link>
        </li>
      ))}
    </ul>
  )
}
