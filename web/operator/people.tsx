import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('People')

export default function People() {
  return <DeskPage title="People">{null}</DeskPage>
}
