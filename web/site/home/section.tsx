import type { ReactNode } from 'react'
import classes from './section.module.css'

type Props = { title: string; words?: ReactNode; id?: string; source?: ReactNode; children: ReactNode }

/** One part of the home page; `source` names where its figures come from. */
export function Section({ title, words, id, source, children }: Props) {
  return (
    <section className={classes.section} id={id} aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {words && <p>{words}</p>}
      </div>
      {children}
      {source && <p className={classes.source}>{source}</p>}
    </section>
  )
}
