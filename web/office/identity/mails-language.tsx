import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, errorText } from '../../data/call.ts'
import { type Language, languages } from '../../language/languages.ts'
import { SelectField } from '../../ui/fields.tsx'
import classes from './profile.module.css'

const choices = (Object.keys(languages) as Language[]).map((value) => ({ value, label: languages[value].name }))

/** In which language the customer is written to. The pages' own language is chosen at their foot. */
export function MailsLanguage({ language }: { language: Language }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<Language>()
  const [said, setSaid] = useState<{ msg: string; failed: boolean }>()
  // Arrow keys choose one after the other: they are stored in that order, so that the last one counts.
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
      setSaid({ msg, failed: false })
    } catch (error) {
      setSaid({ msg: errorText(error), failed: true })
    }
    // From here on the server's word counts, also where it is still the old one.
    setChosen((held) => (held === next ? undefined : held))
  }

  return (
    <div className={classes.mails}>
      <SelectField
        label={t`Mails come in`}
        data={choices}
        value={chosen ?? language}
        error={said?.failed && said.msg}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      />
      <p role="status">{said && !said.failed && said.msg}</p>
    </div>
  )
}
