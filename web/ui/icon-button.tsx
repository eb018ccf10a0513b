import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './icon-button.module.css'

type Props = {
  label: string
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
} & ButtonHTMLAttributes<HTMLButtonElement>

/** A square icon button with an accessible label. */
export function IconButton({ label, children, className = '', ...rest }: Props) {
  return (
    <button type="button" className={`${classes.button} ${className}`} aria-label={label} title={label} {...rest}>
      {children}
    </button>
  )
}
