import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Withdrawals')

export default function Withdrawals() {
  return <DeskPage title="Withdrawals">{null}</DeskPage>
}
