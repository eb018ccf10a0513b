import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons.tsx'
import classes from './page-state.module.css'

/** An empty state: explains what will appear here. */
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

/** An error state: the message and a retry button. */
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

/** Placeholder lines of roughly the content's size, which prevent layout shifts. */
export function Loading({ lines = 3, label = t`Loading` }: { lines?: number; label?: string }) {
  return (
    <div className={classes.loading} role="status" aria-label={label} data-testid="loading">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={classes.line} />
      ))}
    </div>
  )
}
