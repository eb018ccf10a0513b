import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { OfficePage } from '../office/page.tsx'

export { Panel } from '../office/page.tsx'

/** A page of the operator's desk: its title, a line about it, its panels. */
export function DeskPage(props: { title: string; words?: ReactNode; children: ReactNode }) {
  return <OfficePage {...props} />
}

/** The document's title, in the language of the moment: to be called for each page that is shown. */
export const deskMeta = (title: string) => [
  { title: `${title} · ${t`Operator's desk`} · Tallystick` },
  { name: 'robots', content: 'noindex' },
]
