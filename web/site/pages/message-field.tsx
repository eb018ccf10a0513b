import { t } from '@lingui/core/macro'
import { TextAreaField } from '../../ui/fields/fields.tsx'

/** A multi-line field for a message. */
export function MessageField({
  value,
  error,
  onChange,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextAreaField
      label={t`Message`}
      name="content"
      rows={7}
      maxLength={5000}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
