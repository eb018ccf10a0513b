import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { workspaceLimits } from '../../../../api/workspace.ts'
import { FormDialog } from '../../../shell/form-dialog.tsx'
import { TextField } from '../../../ui/fields/fields.tsx'

/** Asks for the text of a note, which the next click on the chart places. */
export function NoteDialog({ onClose, save }: { onClose: () => void; save: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      title={<Trans>Text on the chart</Trans>}
      size="small"
      closeButton
      busy={false}
      disabled={text.trim() === ''}
      action={t`Add text`}
      onSubmit={() => save(text.trim())}
      onClose={onClose}
    >
      <TextField
        label={t({ message: 'Text', comment: 'Drawing tool' })}
        autoComplete="off"
        maxLength={workspaceLimits.textCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
