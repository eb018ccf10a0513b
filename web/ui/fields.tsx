import '@mantine/core/styles/Input.css'
import { t } from '@lingui/core/macro'
import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { Icon } from './icons.tsx'
import classes from './fields.module.css'

const look = { size: 'md', classNames: { label: classes.label, description: classes.description, input: classes.input } } as const

/** A labelled text field. `error` marks it and is read out with it. */
export function TextField(props: TextInputProps) {
  return <TextInput {...look} {...props} />
}

/** A password field with a button that shows what is typed. */
export function PasswordField(props: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  const label = String(props.label)
  return (
    <TextInput
      {...look}
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionPointerEvents="all"
      rightSection={
        <button type="button" className={classes.reveal} aria-label={t`Show: ${label}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon name={shown ? 'eyeOff' : 'eye'} size={18} />
        </button>
      }
    />
  )
}

/** A choice from a list: the platform's own select, which every phone and keyboard knows. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect {...look} rightSection={<Icon name="chevron" size={16} />} {...props} />
}
