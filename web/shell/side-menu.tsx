import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from '../ui/icons.tsx'
import classes from './side-menu.module.css'

type Entry = { label: string; to: string; icon: IconName }

type Props<E extends Entry> = {
  label: string
  groups: readonly { label: string; entries: readonly E[] }[]
  isHere: (to: string) => boolean
  /** Shown at the end of an entry. */
  badge?: (entry: E) => ReactNode
  /** A button below the groups. */
  action?: { label: string; icon: IconName; onClick: () => void }
}

/** Shows the pages of the office or the desk in groups. */
export function SideMenu<E extends Entry>({ label, groups, isHere, badge, action }: Props<E>) {
  const id = useId()
  return (
    <nav className={classes.menu} aria-label={label}>
      {groups.map((group, index) => (
        <div key={group.label} className={classes.group}>
          <p id={`${id}-${index}`}>{group.label}</p>
          <ul aria-labelledby={`${id}-${index}`}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link className={classes.entry} to={entry.to} aria-current={isHere(entry.to) ? 'page' : undefined}>
                  <Icon name={entry.icon} size={18} />
                  {entry.label}
                  {badge?.(entry)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {action && (
        <button type="button" className={classes.entry} onClick={action.onClick}>
          <Icon name={action.icon} size={18} data-directed />
          {action.label}
        </button>
      )}
    </nav>
  )
}
