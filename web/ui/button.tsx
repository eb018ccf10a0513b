import type { ComponentProps, ElementType, ReactNode } from 'react'
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

type Props<Component extends ElementType> = Look & { component?: Component; loading?: boolean } & Omit<
    ComponentProps<Component>,
    keyof Look | 'component' | 'loading'
  >

/**
 * A button, or a link styled as one: `component` is `a` or a component that renders a link. `loading` disables a button
 * and announces that it is busy.
 */
export function Button<Component extends ElementType = 'button'>({
  variant = 'filled',
  size = 'sm',
  color,
  fullWidth,
  leftSection,
  className,
  children,
  component,
  loading = false,
  ...rest
}: Props<Component>) {
  const Element: ElementType = component ?? 'button'
  const { disabled } = rest as { disabled?: boolean }
  return (
    <Element
      className={className ? `${classes.button} ${className}` : classes.button}
      data-variant={variant}
      data-size={size}
      data-color={color}
      data-full={fullWidth || undefined}
      {...(component === undefined && { type: 'button' })}
      {...rest}
      {...(component === undefined && {
        disabled: disabled || loading,
        'aria-busy': loading || undefined,
        'data-loading': loading || undefined,
      })}
    >
      <span className={classes.content}>
        {leftSection}
        <span className={classes.label}>{children}</span>
      </span>
    </Element>
  )
}
