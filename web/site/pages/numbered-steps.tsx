import type { ReactNode } from 'react'
import classes from './numbered-steps.module.css'

/** Numbered steps, one short paragraph each. */
export function NumberedSteps({ steps }: { steps: { title: string; words: ReactNode }[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, words }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{words}</p>
        </li>
      ))}
    </ol>
  )
}
