import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SymbolList } from './symbol-list.tsx'

/** Shows the symbol list in a dialog, with the focus in its search field. */
export function SymbolPicker({ onClose }: { onClose: () => void }) {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => search.current?.focus(), [])
  return (
    <Dialog title={<Trans>Symbols</Trans>} size="small" tall coversPhone closeButton lightDismiss onClose={onClose}>
      <SymbolList searchRef={search} onChosen={onClose} />
    </Dialog>
  )
}
