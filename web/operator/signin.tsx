import { DeskPage, deskMeta } from './page.tsx'

export const meta = deskMeta('Operator sign-in')

export default function OperatorSignIn() {
  return <DeskPage title="Operator sign-in">{null}</DeskPage>
}
