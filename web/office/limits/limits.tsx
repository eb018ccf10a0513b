import { OfficePage, officeMeta } from '../page.tsx'

export const meta = officeMeta('Limits')

export default function Limits() {
  return <OfficePage title="Limits">{null}</OfficePage>
}
