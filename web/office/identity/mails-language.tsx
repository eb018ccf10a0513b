import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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

  async function choose(next: Language) {
    setChosen(next)
    try {
      const { msg } = await call('mails.language', { language: next })
      setSaid({ msg, failed: false })
      await queries.invalidateQueries({ queryKey: ['user'] })
    } catch (error) {
      setSaid({ msg: errorText(error), failed: true })
    }
    // From here on the server's word counts, also where it is still the old one.
    setChosen(undefined)
  }

  return (
    <div className={classes.form}>
      <SelectField label={t`Mails come in`} data={choices} value={chosen ?? language} disabled={chosen !== undefined} error={said?.failed && said.msg} onChange={(event) => void choose(event.currentTarget.value as Language)} />
      <p role="status">{said && !said.failed && said.msg}</p>
    </div>
  )
}
