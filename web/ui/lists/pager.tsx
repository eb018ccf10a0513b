import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import classes from './pager.module.css'

type Props = {
  /** Counts from 1. */
  page: number
  isLast: boolean
  onPage: (page: number) => void
  label?: string
  /** Shown between the buttons, even if there is only one page. */
  children?: ReactNode
}

/** Buttons to the newer and the older page of a list; nothing if there is only one page. */
export function Pager({ page, isLast, onPage, label = t`Pages`, children }: Props) {
  if (page === 1 && isLast && !children) return null
  return (
    <nav className={classes.pager} aria-label={label}>
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <Trans>Newer</Trans>
      </Button>
      {children}
      <Button variant="default" size="xs" disabled={isLast} onClick={() => onPage(page + 1)}>
        <Trans>Older</Trans>
      </Button>
    </nav>
  )
}
