import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'plain' | 'good' | 'bad' | 'wait'

/** A badge that shows a state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}
