import type { ReactNode } from 'react'
import classes from './suggested-values.module.css'

type Props<Value> = {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  /** The option that the field beside it contains, if any. */
  chosen: Value | undefined
  onChoose: (value: Value) => void
  /** `tiles` for labels of two lines; `row` for five short ones that share the width. */
  look?: 'pills' | 'tiles' | 'row'
}

/** Buttons that enter common values into the field beside them. */
export function SuggestedValues<Value extends string | number>({
  label,
  options,
  chosen,
  onChoose,
  look = 'pills',
}: Props<Value>) {
  return (
    <div className={classes[look]} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
