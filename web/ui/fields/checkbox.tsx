import type { ComponentProps, ReactNode } from 'react'
import classes from './checkbox.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className' | 'children'> & {
  children: ReactNode
  onChange: (checked: boolean) => void
}

/** A check box with its label. */
export function Checkbox({ children, onChange, ...input }: Props) {
  return (
    <label className={classes.checkbox}>
      <input type="checkbox" {...input} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  )
}
