import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('First operator')

export default function FirstOperator() {
  return <DeskPage title="First operator">{null}</DeskPage>
}
