import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Verifications')

export default function Verifications() {
  return <DeskPage title="Verifications">{null}</DeskPage>
}
