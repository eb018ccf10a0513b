import { useId } from 'react'
import classes from './choice.module.css'

type Option = { value: string; label: string; mark?: string }
type Props = {
  label: string
  options: readonly Option[]
  value: string
  /** Error message, which screen readers announce with the choice. */
  error?: string | undefined
  onChange: (value: string) => void
}

/** A choice between a few options in a row. */
export function Choice({ label, options, value, error, onChange }: Props) {
  const name = useId()
  return (
    <fieldset
      className={classes.choice}
      // The only fieldset role that supports aria-invalid.
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>{label}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.mark && <span className={classes.mark}>{option.mark}</span>} {option.label}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
