import type { ReactNode } from 'react'
import classes from './button-row.module.css'

/**
 * Shows a row of buttons that wraps. `end` aligns it with the end of the line, and `spaced` adds space above and below.
 */
export function ButtonRow({
  end = false,
  spaced = false,
  children,
}: {
  end?: boolean
  spaced?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.row} data-end={end || undefined} data-spaced={spaced || undefined}>
      {children}
    </div>
  )
}
