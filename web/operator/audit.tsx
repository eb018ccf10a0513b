import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Audit log')

export default function AuditLog() {
  return <DeskPage title="Audit log">{null}</DeskPage>
}
