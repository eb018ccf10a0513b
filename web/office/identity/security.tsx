import { OfficePage, officeMeta } from '../page.tsx'

export const meta = officeMeta('Security')

export default function Security() {
  return <OfficePage title="Security">{null}</OfficePage>
}
