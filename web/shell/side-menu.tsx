import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '../ui/icons.tsx'
import { useFoldedMenu } from './folded-menu.tsx'
import classes from './side-menu.module.css'

type Entry = { label: string; to: string; icon: IconName }

type Props<E extends Entry> = {
  label: string
  groups: readonly { label: string; entries: readonly E[] }[]
  isHere: (to: string) => boolean
  /** Shown at the end of an entry. */
  badge?: (entry: E) => ReactNode
  /** A button below the groups, in the drawer of small windows. */
  action?: { label: string; icon: IconName; onClick: () => void }
}

/** Shows the pages of the office or the desk in groups. */
export function SideMenu<E extends Entry>({ label, groups, isHere, badge, action }: Props<E>) {
  const id = useId()
  const [folded] = useFoldedMenu()
  return (
    <nav className={classes.menu} aria-label={label}>
      {groups.map((group, index) => (
        <div key={group.label} className={classes.group}>
          <p id={`${id}-${index}`}>{group.label}</p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link
                  className={classes.entry}
                  to={entry.to}
                  aria-current={isHere(entry.to) ? 'page' : undefined}
                  title={folded ? entry.label : undefined}
                >
                  <Icon name={entry.icon} size={18} />
                  <span className={classes.label}>{entry.label}</span>
                  {badge?.(entry)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {action && (
        <button type="button" className={`${classes.entry} ${classes.action}`} onClick={action.onClick}>
          <Icon name={action.icon} size={18} data-directed />
          <span className={classes.label}>{action.label}</span>
        </button>
      )}
    </nav>
  )
}
