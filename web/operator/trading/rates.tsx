import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Rates')

export default function Rates() {
  return <DeskPage title="Rates">{null}</DeskPage>
}
