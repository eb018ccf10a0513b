import type { ReactNode } from 'react'
import classes from './badge.module.css'

export type Tone = 'plain' | 'good' | 'bad' | 'wait'

type Props = {
  tone?: Tone | undefined
  /** `count` for a number beside a name: as narrow as a circle. */
  look?: 'state' | 'count'
  children: ReactNode
}

/** A badge that shows a state or a count. */
export function Badge({ tone = 'plain', look = 'state', children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-look={look}>
      {children}
    </span>
  )
}
