import { t } from '@lingui/core/macro'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { useSecret } from '../data/session.ts'
import { path } from '../paths.ts'
import { Drawer } from '../ui/dialogs/drawer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { menuGroups, sideLinks } from './menu.ts'
import classes from './side-menu.module.css'
import { useSiteName } from '../document/site-name.ts'

/** The slide-out menu of small screens. */
export function SideMenu({ ref, onFind }: { ref: RefObject<HTMLDialogElement | null>; onFind: () => void }) {
  const siteName = useSiteName()
  const isSignedIn = Boolean(useSecret())
  return (
    <Drawer ref={ref} label={t`Menu`} side="end" className={classes.panel}>
      <div className={classes.top}>
        <Link to={path('home')} aria-label={t`${siteName}, home page`}>
          <img src="/logo.png" alt="" width={32} height={32} loading="lazy" />
        </Link>
        <div>
          <IconButton label={t`Find a page or action`} onClick={onFind}>
            <Icon name="search" size={22} />
          </IconButton>
          <IconButton label={t`Close menu`}>
            <Icon name="close" size={22} />
          </IconButton>
        </div>
      </div>
      <nav aria-label={t`Menu`}>
        {menuGroups().map((group) => (
          <details key={group.label} className={classes.group}>
            <summary>
              {group.label}
              <Icon name="chevron" size={18} />
            </summary>
            <ul>
              {group.links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </details>
        ))}
        <ul className={classes.links}>
          {sideLinks(isSignedIn).map((link) => (
            <li key={link.to}>
              <Link to={link.to}>{link.label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  )
}
