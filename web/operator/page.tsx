import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { OfficePage } from '../office/page.tsx'

export { Panel } from '../office/page.tsx'

/** A page of the desk: title, description and panels. */
export function DeskPage(props: { title: string; words?: ReactNode; children: ReactNode }) {
  return <OfficePage {...props} />
}

/** Returns the document's title in the current language. Call it for each page, because the language can change. */
export const deskMeta = (title: string) => [
  { title: `${title} · ${t`Operators’ desk`} · Tallystick` },
  { name: 'robots', content: 'noindex' },
]
