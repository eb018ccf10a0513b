import { t } from '@lingui/core/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { type FormEvent, useState } from 'react'
import { confirmWords, exclusionMonths, timeOutHours } from '../../../contract/calls/own-limits.ts'
import { call } from '../../data/call.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { exclusionText, timeOutText } from './limit-words.ts'
import { useLimitSend } from './limit-row.tsx'
import classes from './limits.module.css'

/** Starts a break of one day to six weeks. The customer types a word to confirm. */
export function TimeOutForm() {
  const options = timeOutHours.map((hours) => ({ value: String(hours), label: timeOutText(hours) }))
  return (
    <PauseForm
      options={options}
      word={confirmWords.timeout}
      action={t`Start time-out`}
      take={(hours, confirm) => call('limits.timeout', { hours, confirm })}
    />
  )
}

/** Excludes the customer for six months to five years, or permanently. The customer types a word to confirm. */
export function ExclusionForm() {
  const options = exclusionMonths.map((months) => ({ value: String(months), label: exclusionText(months) }))
  return (
    <PauseForm
      options={options}
      word={confirmWords.exclude}
      action={t`Start self-exclusion`}
      take={(months, confirm) => call('limits.exclude', { months, confirm })}
    />
  )
}

type Props = {
  options: { value: string; label: string }[]
  word: string
  action: string
  take: (length: number, confirm: string) => Promise<{ msg: string }>
}

function PauseForm({ options, word, action, take }: Props) {
  const [length, setLength] = useState(options[0]!.value)
  const [confirm, setConfirm] = useState('')
  const { busy, send } = useLimitSend()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await send(() => take(Number(length), confirm))) setConfirm('')
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <SelectField
        label={t`Duration`}
        data={options}
        value={length}
        onChange={(event) => setLength(event.currentTarget.value)}
      />
      <TextField
        label={t`Type ${word} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={confirm}
        onChange={(event) => setConfirm(event.currentTarget.value)}
      />
      <ButtonRow>
        <Button type="submit" variant="default" loading={busy} disabled={confirm.trim().toUpperCase() !== word}>
          {action}
        </Button>
      </ButtonRow>
    </form>
  )
}
