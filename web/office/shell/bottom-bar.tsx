import { t } from '@lingui/core/macro'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import classes from './bottom-bar.module.css'
import { bottomBar, entryOf } from './menu.ts'

/** Shows the office's main pages at the bottom of small windows. */
export function BottomBar() {
  const entry = entryOf(useLocation())?.split('#')[0]
  return (
    <nav className={classes.bar} aria-label={t`Main navigation`}>
      {bottomBar().map((one) => (
        <Link key={one.to} to={one.to} aria-current={one.to === entry ? 'page' : undefined}>
          <Icon name={one.icon} size={22} />
          {one.label}
        </Link>
      ))}
    </nav>
  )
}
