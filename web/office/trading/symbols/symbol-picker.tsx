import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useIdle } from '../../../ui/use-idle.ts'
import { SymbolList } from './symbol-list.tsx'

type Props = { open: boolean; onClose: () => void; onAlert: (symbol: string) => void }

/**
 * Shows the symbol list in a dialog, with the focus in its search field. Stays mounted while it is closed, so that it
 * opens in one frame.
 */
export function SymbolPicker({ open, onClose, onAlert }: Props) {
  const search = useRef<HTMLInputElement>(null)
  const isIdle = useIdle()
  // The rows follow prices once the dialog has been painted.
  const active = useDeferredValue(open)
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
      <SymbolList searchRef={search} active={active} onChosen={onClose} onAlert={onAlert} />
    </Dialog>
  )
}
