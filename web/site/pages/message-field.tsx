import { t } from '@lingui/core/macro'
import '@mantine/core/styles/Input.css'
import { Textarea } from '@mantine/core'
import classes from './contact.module.css'

/** The message itself, of several lines. */
export function MessageField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return <Textarea label={t`Message`} classNames={{ label: classes.label }} name="content" size="md" rows={7} maxLength={5000} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}
