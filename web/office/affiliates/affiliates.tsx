import { OfficePage, officeMeta } from '../page.tsx'

export const meta = officeMeta('Affiliates')

export default function Affiliates() {
  return <OfficePage title="Affiliates">{null}</OfficePage>
}
