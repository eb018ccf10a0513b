import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallName } from '../../../contract/calls.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './transparency.module.css'

/** A part of the page: its heading, what it says, and the way to check it. */
export function Explained({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={classes.part} id={id} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.lead}>{lead}</p>
      {children}
    </section>
  )
}

/** How a figure is computed, and the call that answers it. */
export function Origin({ call, words }: { call: CallName; words?: ReactNode }) {
  return (
    <p className={classes.origin}>
      {words && <span>{words}</span>}
      <a href={`/api?r=${call}`}>
        <Trans>Call {call}</Trans> <Icon name="arrow" size={15} data-directed />
      </a>
    </p>
  )
}

/** Figures side by side, each with its name. */
export function Board({ entries }: { entries: { name: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={classes.board}>
      {entries.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where a call did not answer. `what` is a sentence that says so. */
export function Away({ what }: { what: string }) {
  return (
    <p className={classes.none}>
      {what} <Trans>Reload the page in a while.</Trans>
    </p>
  )
}

/** Where there is nothing to count yet. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={classes.none}>{children}</p>
}

/** A command to run at home. */
export function Command({ children }: { children: string }) {
  return (
    <pre
      className={classes.command}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas need keyboard focus
      tabIndex={0}
    >
      <code>{children}</code>
    </pre>
  )
}
