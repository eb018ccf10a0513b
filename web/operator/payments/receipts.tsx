import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Receipts')

export default function Receipts() {
  return <DeskPage title="Receipts">{null}</DeskPage>
}
