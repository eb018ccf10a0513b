import { useId } from 'react'
import classes from './choice.module.css'

type Option = { value: string; label: string; mark?: string }
type Props = { label: string; options: readonly Option[]; value: string; onChange: (value: string) => void }

/** One of a few options, side by side. */
export function Choice({ label, options, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input type="radio" name={name} value={option.value} checked={value === option.value} onChange={() => onChange(option.value)} />
          {option.mark && <span className={classes.mark}>{option.mark}</span>} {option.label}
        </label>
      ))}
    </fieldset>
  )
}
