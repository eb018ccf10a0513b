import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

type Props = {
  /** Counts from 1. */
  page: number
  pages: number
  label: string
  /** Renders the link to the page before or after this one. */
  link: (page: number) => ReactNode
  className?: string | undefined
}

/** Links to the pages before and after one of a list. An empty element takes the place of a missing link. */
export function PageLinks({ page, pages, label, link, className }: Props) {
  return (
    <nav className={className} aria-label={label}>
      {page > 1 ? link(page - 1) : <span />}
      <span>
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      {page < pages ? link(page + 1) : <span />}
    </nav>
  )
}
