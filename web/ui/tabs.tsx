import classes from './tabs.module.css'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  /** `compact` for many short names. */
  look?: 'underlined' | 'compact'
}

/** A switch between views of a list. */
export function Tabs<Value extends string>({ label, options, value, onChange, look = 'underlined' }: Props<Value>) {
  return (
    <div className={classes[look]} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
