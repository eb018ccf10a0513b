import type { ReactNode } from 'react'
import { OfficePage } from '../office/page.tsx'

export { Panel } from '../office/page.tsx'

/** A page of the operator's desk: its title, a line about it, its panels. */
export function DeskPage(props: { title: string; words?: ReactNode; children: ReactNode }) {
  return <OfficePage {...props} />
}

export const deskMeta = (title: string) => () => [{ title: `${title} · Operator's desk · Tallystick` }, { name: 'robots', content: 'noindex' }]
