import { Button } from '@mantine/core'
import { Link, useRouteLoaderData } from 'react-router'
import { path } from '../paths.ts'
import { Logo } from '../ui/logo.tsx'
import type { loader as rootLoader } from '../root.tsx'
import classes from './footer.module.css'
import { footerLinks, type MenuLink, usefulLinks } from './menu.ts'

const accepted = [
  { name: 'Bitcoin', note: 'test coins only' },
  { name: 'Ethereum', note: 'test coins only' },
  { name: 'Credit Card', note: 'never charged: no real money' },
]

/** The public pages' footer. Source: product.md section 2. */
export function Footer() {
  const installation = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <footer className={classes.footer}>
      <div className={classes.call}>
        <p>
          Do you want to join us? <span>Let's work together.</span>
        </p>
        <Button component={Link} to={path('signIn')} size="md">
          Start Trading
        </Button>
      </div>
      <div className={classes.columns}>
        <div className={classes.brand}>
          <Link to={path('home')} className={classes.logo}>
            <Logo size={24} /> Tallystick
          </Link>
          <p>A tally stick was split in two, so that both sides held the proof of a debt. So is every trade here.</p>
          {installation && <a href={`mailto:${installation.supportEmail}`}>{installation.supportEmail}</a>}
        </div>
        <nav aria-label="Footer" className={classes.wide}>
          <h2>Tallystick</h2>
          <Links links={footerLinks} />
        </nav>
        <div>
          <h2>We Accept</h2>
          <ul>
            {accepted.map(({ name, note }) => (
              <li key={name} className={classes.accepted}>
                {name} <small>{note}</small>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Useful Links">
          <h2>Useful Links</h2>
          <Links links={usefulLinks} />
        </nav>
      </div>
      <p className={classes.copyright}>© {installation?.year} Tallystick. Play money, test coins and published prices; no investment service.</p>
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
