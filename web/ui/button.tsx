import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './button.module.css'

type Look = {
  /** `filled` is for the main action; `subtle` has no border. */
  variant?: 'filled' | 'default' | 'subtle'
  size?: 'xs' | 'sm' | 'md' | 'compact-sm'
  /** Red for actions that cannot be undone, gray for secondary ones. */
  color?: 'red' | 'gray'
  fullWidth?: boolean
  leftSection?: ReactNode
}

type AsButton = Look & { component?: undefined; loading?: boolean } & ComponentProps<'button'>
type AsLink = Look & { component: typeof Link } & LinkProps
type AsAnchor = Look & { component: 'a' } & ComponentProps<'a'>

/** A button, or a link styled as one. `loading` disables it and announces that it is busy. */
export function Button({
  variant = 'filled',
  size = 'sm',
  color,
  fullWidth,
  leftSection,
  className,
  children,
  ...rest
}: AsButton | AsLink | AsAnchor) {
  const look = {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-color': color,
    'data-full': fullWidth || undefined,
  }
  const content = (
    <span className={classes.content}>
      {leftSection}
      <span className={classes.label}>{children}</span>
    </span>
  )
  if (rest.component === 'a') {
    const { component: _, ...anchor } = rest
    return (
      <a {...look} {...anchor}>
        {content}
      </a>
    )
  }
  if (rest.component) {
    const { component: _, ...link } = rest
    return (
      <Link {...look} {...link}>
        {content}
      </Link>
    )
  }
  const { component: _, loading = false, disabled, type = 'button', ...button } = rest as AsButton
  return (
    <button
      {...look}
      {...button}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      data-loading={loading || undefined}
    >
      {content}
    </button>
  )
}
