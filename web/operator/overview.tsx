import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Overview')

export default function Overview() {
  return <DeskPage title="Overview">{null}</DeskPage>
}
