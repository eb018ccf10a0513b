import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { SymbolList } from './symbol-list.tsx'
import classes from './symbol-picker.module.css'
import panel from '../panel.module.css'

/** Shows the symbol list in a dialog, with the focus in its search field. */
export function SymbolPicker({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!open || dialog.current?.open) return
    dialog.current?.showModal()
    search.current?.focus()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="picker-title"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close()
      }}
    >
      {open && (
        <div className={classes.content}>
          <div className={classes.head}>
            <h2 id="picker-title" className={panel.title}>
              <Trans>Symbols</Trans>
            </h2>
            <IconButton label={t`Close`} onClick={() => dialog.current?.close()}>
              <Icon name="close" />
            </IconButton>
          </div>
          <SymbolList searchRef={search} onChosen={() => dialog.current?.close()} />
        </div>
      )}
    </dialog>
  )
}
