import { t } from '@lingui/core/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { confirmWords, exclusionMonths, timeOutHours } from '../../../api/calls/limits/own-limits.ts'
import { useCallForm } from '../../data/call-form.ts'
import { call } from '../../data/call.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { exclusionText, timeOutText } from './limit-words.ts'
import { useLimitCalls } from './limit-row.tsx'
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
  const { form, busy, field, values, onSubmit } = useCallForm({
    ...useLimitCalls(),
    values: { length: options[0]!.value, confirm: '' },
    next: (sent) => ({ ...sent, confirm: '' }),
    send: ({ length, confirm }) => take(Number(length), confirm),
  })

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit}>
      <SelectField label={t`Duration`} data={options} {...field('length')} />
      <TextField
        label={t`Type ${word} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('confirm')}
      />
      <ButtonRow>
        <Button type="submit" variant="default" loading={busy} disabled={values.confirm.trim().toUpperCase() !== word}>
          {action}
        </Button>
      </ButtonRow>
    </form>
  )
}
