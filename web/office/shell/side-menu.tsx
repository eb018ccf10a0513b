import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../../ui/icons.tsx'
import { isHere, sideMenu } from './menu.ts'
import classes from './side-menu.module.css'

/** Shows all office pages and the sign-out button. */
export function OfficeMenu({ onSignOut }: { onSignOut: () => void }) {
  const here = useLocation()
  const id = useId()
  return (
    <nav className={classes.menu} aria-label={t`Office`}>
      {sideMenu().map((group, index) => (
        <div key={group.label} className={classes.group}>
          <p id={`${id}-${index}`}>{group.label}</p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  className={classes.entry}
                  to={entry.to}
                  aria-current={isHere(entry.to, here) ? 'page' : undefined}
                >
                  <Icon name={entry.icon} size={18} />
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <button type="button" className={classes.entry} onClick={onSignOut}>
        <Icon name="signOut" size={18} data-directed />
        <Trans>Sign Out</Trans>
      </button>
    </nav>
  )
}
