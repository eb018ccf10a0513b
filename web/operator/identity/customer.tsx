import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Customer')

export default function Customer() {
  return <DeskPage title="Customer">{null}</DeskPage>
}
