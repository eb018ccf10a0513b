import { DeskPage, deskMeta } from '../page.tsx'

export const meta = deskMeta('Plans')

export default function Plans() {
  return <DeskPage title="Plans">{null}</DeskPage>
}
