import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Customers')

export default function Customers() {
  return <DeskPage title="Customers">{null}</DeskPage>
}
