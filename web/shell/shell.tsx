import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { LanguageMenu } from '../language/language-menu.tsx'
import { Drawer } from '../ui/dialogs/drawer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Logo } from '../ui/logo.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { FoldedMenuScript, useFoldedMenu } from './folded-menu.tsx'
import classes from './shell.module.css'

type Props = {
  /** The name beside the logo, and the page that both open. */
  brand: { name: ReactNode; label: string; to: string }
  /** The side menu, which small windows show in a drawer. */
  menu: ReactNode
  /** The start of the header. */
  head: ReactNode
  signOutLabel: string
  onSignOut: () => void
  /** Opens the command palette. */
  onFind: () => void
  /** The start of the footer. */
  foot?: ReactNode
  /** Links at the bottom of small windows. With them, the command palette opens from the drawer there. */
  bottomBar?: ReactNode
  children: ReactNode
}

/** Frame of the office and the desk: side menu, header and footer around a page. */
export function Shell({ brand, menu, head, signOutLabel, onSignOut, onFind, foot, bottomBar, children }: Props) {
  const drawer = useRef<HTMLDialogElement>(null)
  return (
    <div className={classes.shell} data-bottom-bar={bottomBar ? true : undefined}>
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <FoldedMenuScript />
      <aside className={classes.side}>
        <Brand {...brand} />
        {menu}
        <FoldButton />
      </aside>
      <Drawer ref={drawer} label={t`Menu`} side="start" className={classes.drawer}>
        <div className={classes.drawerTop}>
          <Brand {...brand} />
          <IconButton label={t`Close menu`}>
            <Icon name="close" size={22} />
          </IconButton>
        </div>
        {bottomBar && (
          <button type="button" className={classes.drawerFind} onClick={onFind}>
            <Icon name="search" size={18} />
            <Trans>Find a page or action</Trans>
          </button>
        )}
        {menu}
      </Drawer>
      <header className={classes.header}>
        <IconButton
          className={classes.toggle}
          label={t`Open menu`}
          aria-haspopup="dialog"
          onClick={() => drawer.current?.showModal()}
        >
          <Icon name="menu" size={22} />
        </IconButton>
        {head}
        <div className={classes.actions}>
          <IconButton
            className={classes.find}
            label={t`Find a page or action`}
            aria-keyshortcuts="Control+K Meta+K"
            aria-haspopup="dialog"
            onClick={onFind}
          >
            <Icon name="search" />
          </IconButton>
          <ThemeToggle />
          <IconButton className={classes.signOut} label={signOutLabel} onClick={onSignOut}>
            <Icon name="signOut" data-directed />
          </IconButton>
        </div>
      </header>
      <main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <footer className={classes.foot}>
        {foot}
        <LanguageMenu />
      </footer>
      {bottomBar}
    </div>
  )
}

/** Folds and unfolds the side menu. */
function FoldButton() {
  const [isFolded, setFolded] = useFoldedMenu()
  return (
    <IconButton
      className={classes.fold}
      label={isFolded ? t`Expand menu` : t`Collapse menu`}
      onClick={() => setFolded(!isFolded)}
    >
      <Icon name="back" size={18} data-directed />
    </IconButton>
  )
}

function Brand({ name, label, to }: Props['brand']) {
  return (
    <Link className={classes.brand} to={to} aria-label={label}>
      <Logo size={26} />
      <span className={classes.brandName}>{name}</span>
    </Link>
  )
}
