import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/PasswordInput.css'
import { NativeSelect, type NativeSelectProps, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { Icon } from './icons.tsx'
import classes from './fields.module.css'

const look = { size: 'md', classNames: { label: classes.label, description: classes.description, input: classes.input } } as const

/** A labelled text field. `error` marks it and is read out with it. */
export function TextField(props: TextInputProps) {
  return <TextInput {...look} {...props} />
}

/** A password field with a button that shows what is typed. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...look}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0, 'aria-hidden': false }}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eyeOff' : 'eye'} size={18} />}
      {...props}
      classNames={{ ...look.classNames, innerInput: classes.inner }}
    />
  )
}

/** A choice from a list: the platform's own select, which every phone and keyboard knows. */
export function SelectField(props: NativeSelectProps) {
  return <NativeSelect {...look} rightSection={<Icon name="chevron" size={16} />} {...props} />
}
