import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import classes from './page-state.module.css'

/** Nothing here yet: says so, and what fills the place. */
export function Empty({
  title,
  children,
  icon = 'list',
  action,
}: {
  title: string
  children?: ReactNode
  icon?: IconName
  action?: ReactNode
}) {
  return (
    <div className={classes.state}>
      <span className={classes.mark}>
        <Icon name={icon} size={22} />
      </span>
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.words}>{children}</div>}
      {action}
    </div>
  )
}

/** Something failed: the sentence for the person, and a way to try again. */
export function Failed({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <div className={classes.state} role="alert">
      <span className={`${classes.mark} ${classes.bad}`}>
        <Icon name="warning" size={22} />
      </span>
      <p className={classes.title}>{message}</p>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

/** Lines that stand where content will be, of about its size, so that nothing jumps. */
export function Loading({ lines = 3, label = t`Loading` }: { lines?: number; label?: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={classes.line} />
      ))}
    </div>
  )
}
