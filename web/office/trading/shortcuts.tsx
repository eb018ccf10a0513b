import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Glyph } from './glyphs.tsx'
import { type Shortcut, shortcutHelp, shortcutOf, writesText } from './keyboard-map.ts'
import classes from './shortcuts.module.css'
import panel from './panel.module.css'

/** Calls `act` for each shortcut key that belongs to the page and not to a field or a dialog. */
export function useShortcuts(act: (shortcut: Shortcut) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const focused = document.activeElement as (HTMLElement & { type?: string }) | null
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      const shortcut = shortcutOf({
        key, ctrlKey, metaKey, altKey, repeat, inField: writesText(focused), inDialog: document.querySelector('dialog[open]') !== null,
      })
      if (!shortcut || event.defaultPrevented) return
      event.preventDefault()
      latest.current(shortcut)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** The button that shows the keys, and the list itself. */
export function ShortcutHelp({ open, onOpen, onClose }: { open: boolean; onOpen: () => void; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
  }, [open])
  return (
    <>
      <IconButton label={t`Keyboard shortcuts`} aria-keyshortcuts="?" onClick={onOpen}>
        <Glyph name="keyboard" size={20} />
      </IconButton>
      <dialog ref={dialog} className={classes.dialog} aria-labelledby="keys-title" onClose={onClose}>
        <div className={classes.head}>
          <h2 id="keys-title" className={panel.title}>
            <Trans>Keys of the trading screen</Trans>
          </h2>
          <IconButton label={t`Close`} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </IconButton>
        </div>
        <dl className={classes.keys}>
          {shortcutHelp().map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key} className={panel.key}>{key}</kbd>))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.note}>
          <Trans>They work while the focus is not in a text field. On the chart: arrow keys scroll, + and − zoom, End goes to the newest price.</Trans>
        </p>
      </dialog>
    </>
  )
}
