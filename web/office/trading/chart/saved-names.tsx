import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { workspaceLimits } from '../../../../api/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/fields.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Glyph } from '../glyphs.tsx'
import classes from './chart-tools.module.css'

type Props = {
  legend: string
  saveLabel: string
  names: readonly string[]
  onApply: (name: string) => void
  /** Replaces an entry with the same name. */
  onSave: (name: string) => void
  onRename: (before: string, name: string) => void
  onDelete: (name: string) => void
}

/** Lists saved entries by name, and saves, applies, renames and deletes them. */
export function SavedNames({ legend, saveLabel, names, onApply, onSave, onRename, onDelete }: Props) {
  /** The name that is being edited; an empty string for a new one. */
  const [edited, setEdited] = useState<string | null>(null)
  const [text, setText] = useState('')
  const full = names.length >= workspaceLimits.layouts
  const edit = (name: string) => {
    setEdited(name)
    setText(name)
  }
  const finish = () => {
    const name = text.trim().slice(0, workspaceLimits.nameCharacters)
    if (name === '' || edited === null) return
    if (edited === '') onSave(name)
    else if (edited !== name) onRename(edited, name)
    setEdited(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish()
    else if (event.key === 'Escape') setEdited(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <fieldset className={classes.saved}>
      <legend>{legend}</legend>
      {names.map((name) => (
        <div key={name} className={classes.row}>
          <button type="button" title={t`Apply ${name}`} onClick={() => onApply(name)}>
            {name}
          </button>
          <IconButton className={classes.small} label={t`Rename ${name}`} onClick={() => edit(name)}>
            <Glyph name="pencil" size={16} />
          </IconButton>
          <IconButton className={classes.small} label={t`Delete ${name}`} onClick={() => onDelete(name)}>
            <Glyph name="trash" size={16} />
          </IconButton>
        </div>
      ))}
      {edited === null ? (
        <button type="button" disabled={full} onClick={() => edit('')}>
          <Glyph name="plus" size={16} /> {saveLabel}
        </button>
      ) : (
        <div className={classes.naming} onKeyDown={press}>
          <TextField
            label={t`Name`}
            autoFocus
            autoComplete="off"
            maxLength={workspaceLimits.nameCharacters}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="button" disabled={text.trim() === ''} onClick={finish}>
            <Trans>Save</Trans>
          </Button>
        </div>
      )}
    </fieldset>
  )
}
