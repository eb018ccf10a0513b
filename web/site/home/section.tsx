import type { ReactNode } from 'react'
import classes from './section.module.css'

type Props = {
  title: string
  words?: ReactNode
  id?: string
  source?: ReactNode
  /** Puts the heading beside the content on wide screens. */
  beside?: boolean
  children: ReactNode
}

/** One part of the home page; `source` names where its figures come from. */
export function Section({ title, words, id, source, beside, children }: Props) {
  return (
    <section className={classes.section} id={id} aria-label={title} data-beside={beside}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {words && <p>{words}</p>}
      </div>
      <div>
        {children}
        {source && <p className={classes.source}>{source}</p>}
      </div>
    </section>
  )
}

/** Puts two parts side by side on wide screens. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>
}
