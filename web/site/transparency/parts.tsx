import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { CallName } from '../../../api/calls.ts'
import { Icon } from '../../ui/icons.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import classes from './transparency.module.css'

/** A section of the page: heading, explanation and how to check it. */
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

/** Explains how a figure is computed, and links to the call that returns it. */
export function Origin({ call, words }: { call: CallName; words?: ReactNode }) {
  return (
    <p className={classes.origin}>
      {words && <span>{words}</span>}
      <a href={`/api?r=${call}`}>
        <Trans>Raw data (API)</Trans> <span className="visually-hidden">{call}</span>{' '}
        <Icon name="arrow" size={15} data-directed />
      </a>
    </p>
  )
}

/** Shows figures in a row, each with its name. */
export function Board({ entries }: { entries: { name: ReactNode; value: ReactNode }[] }) {
  return <Facts className={classes.board} facts={entries} />
}

/** Shown if a call failed. `what` is a sentence that says so. */
export function Away({ what }: { what: string }) {
  return (
    <p className={classes.none}>
      {what} <Trans>Try again later.</Trans>
    </p>
  )
}

/** Shown if there is nothing to count yet. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={classes.none}>{children}</p>
}

/** A command that readers can run on their own machine. */
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
