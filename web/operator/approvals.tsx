import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Approvals')

export default function Approvals() {
  return <DeskPage title="Approvals">{null}</DeskPage>
}
