import { t } from '@lingui/core/macro'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import classes from './bottom-bar.module.css'
import { bottomBar } from './menu.ts'

/** Shows the office's main pages at the bottom of small windows. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav className={classes.bar} aria-label={t`Main navigation`}>
      {bottomBar().map((entry) => (
        <Link key={entry.to} to={entry.to} aria-current={entry.to === pathname ? 'page' : undefined}>
          <Icon name={entry.icon} size={22} />
          {entry.label}
        </Link>
      ))}
    </nav>
  )
}
