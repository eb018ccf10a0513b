import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Announcements')

export default function Announcements() {
  return <DeskPage title="Announcements">{null}</DeskPage>
}
