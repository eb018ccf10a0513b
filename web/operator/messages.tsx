import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Messages')

export default function Messages() {
  return <DeskPage title="Messages">{null}</DeskPage>
}
