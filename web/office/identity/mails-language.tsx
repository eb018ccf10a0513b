import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, errorText } from '../../data/call.ts'
import { type Language, languages } from '../../language/languages.ts'
import { SelectField } from '../../ui/fields/fields.tsx'
import classes from './profile.module.css'

const choices = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value].name }))

/** Selects the language of the customer's emails. The page footer selects the language of the pages. */
export function MailsLanguage({ language }: { language: Language }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Language>()
  const [outcome, setOutcome] = useState<{ msg: string; failed: boolean }>()
  // Each arrow key press selects another option. Saving them in order leaves the last one in effect.
  const storing = useRef(Promise.resolve())

  function choose(next: Language) {
    setChosen(next)
    storing.current = storeAfter(storing.current, next)
  }

  async function storeAfter(before: Promise<void>, next: Language) {
    await before
    try {
      const { msg } = await call('mails.language', { language: next })
      await queries.invalidateQueries({ queryKey: ['user'] })
      setOutcome({ msg, failed: false })
    } catch (error) {
      setOutcome({ msg: errorText(error), failed: true })
    }
    // Show the server's value from now on, even if the change failed.
    setChosen((held) => (held === next ? undefined : held))
  }

  return (
    <div className={classes.mails}>
      <SelectField
        label={t`Email language`}
        data={choices}
        value={chosen ?? language}
        error={outcome?.failed && outcome.msg}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      />
      <p role="status">{outcome && !outcome.failed && outcome.msg}</p>
    </div>
  )
}
