import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons.tsx'
import classes from './fields.module.css'

type Described = {
  label?: ReactNode
  description?: ReactNode
  /** Error message, which screen readers announce with the field. */
  error?: ReactNode
  /** Shown in the field before the value. */
  leftSection?: ReactNode
}

type Frame = Described & { id: string; className?: string; rightSection?: ReactNode; children: ReactNode }

/** Returns the ID of a field's label, for parts that have the same name as the field. */
export const labelOf = (id: string) => `${id}-label`
const descriptionOf = (id: string) => `${id}-description`
const errorOf = (id: string) => `${id}-error`

/** Label, description and error around an input. */
export function FieldFrame({ id, label, description, error, className, leftSection, rightSection, children }: Frame) {
  return (
    <div className={className ? `${classes.field} ${className}` : classes.field}>
      {label && (
        <label className={classes.label} id={labelOf(id)} htmlFor={id}>
          {label}
        </label>
      )}
      {description && (
        <p className={classes.description} id={descriptionOf(id)}>
          {description}
        </p>
      )}
      <div
        className={classes.box}
        data-left={leftSection ? true : undefined}
        data-right={rightSection ? true : undefined}
      >
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        {children}
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </div>
      {error && error !== true && (
        <p className={classes.error} id={errorOf(id)}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Links an input to its description and error, in addition to the caller's `aria-describedby`. */
export function tiesOf(id: string, { description, error }: Described, own?: string) {
  const ids = [
    own,
    description ? descriptionOf(id) : undefined,
    error && error !== true ? errorOf(id) : undefined,
  ].filter(Boolean)
  return {
    id,
    'aria-describedby': ids.length > 0 ? ids.join(' ') : undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export type TextFieldProps = Described & ComponentProps<'input'>

/** A labelled text field. */
export function TextField(props: TextFieldProps) {
  return <InputField {...props} />
}

function InputField({
  label,
  description,
  error,
  leftSection,
  rightSection,
  className,
  id,
  ...input
}: TextFieldProps & { rightSection?: ReactNode }) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} {...{ label, description, error, leftSection, rightSection, className }}>
      <input
        type="text"
        {...input}
        {...tiesOf(fieldId, { description, error }, input['aria-describedby'])}
        className={classes.input}
      />
    </FieldFrame>
  )
}

/** A password field with a button that reveals the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const [shown, setShown] = useState(false)
  const label = String(props.label)
  return (
    <InputField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      rightSection={
        <button
          type="button"
          className={classes.reveal}
          aria-label={t`Show: ${label}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} size={18} />
        </button>
      }
    />
  )
}

type Option = string | { value: string; label: string }

/** A native select, which works with every phone and keyboard. */
export function SelectField({
  label,
  description,
  error,
  className,
  id,
  data,
  ...select
}: Described & ComponentProps<'select'> & { data: readonly Option[] }) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame
      id={fieldId}
      {...{ label, description, error, className }}
      rightSection={<Icon name="chevron" size={16} />}
    >
      <select
        {...select}
        {...tiesOf(fieldId, { description, error }, select['aria-describedby'])}
        className={classes.input}
      >
        {data.map((option) => {
          const { value, label: words } = typeof option === 'string' ? { value: option, label: option } : option
          return (
            <option key={value} value={value}>
              {words}
            </option>
          )
        })}
      </select>
    </FieldFrame>
  )
}

/** A multi-line text field. */
export function TextAreaField({
  label,
  description,
  error,
  className,
  id,
  ...area
}: Described & ComponentProps<'textarea'>) {
  const ownId = useId()
  const fieldId = id ?? ownId
  return (
    <FieldFrame id={fieldId} {...{ label, description, error, className }}>
      <textarea
        {...area}
        {...tiesOf(fieldId, { description, error }, area['aria-describedby'])}
        className={classes.input}
      />
    </FieldFrame>
  )
}
