import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useIdle } from '../../../ui/use-idle.ts'
import { SymbolList } from './symbol-list.tsx'

/**
 * Shows the symbol list in a dialog, with the focus in its search field. Stays mounted while it is closed, so that it
 * opens in one frame.
 */
export function SymbolPicker({ open, onClose }: { open: boolean; onClose: () => void }) {
  const search = useRef<HTMLInputElement>(null)
  const isIdle = useIdle()
  useEffect(() => {
    if (open) search.current?.focus()
  }, [open])
  if (!open && !isIdle) return null
  return (
    <Dialog
      title={<Trans>Symbols</Trans>}
      open={open}
      size="small"
      tall
      coversPhone
      closeButton
      lightDismiss
      onClose={onClose}
    >
      <SymbolList searchRef={search} active={open} onChosen={onClose} />
    </Dialog>
  )
}
