import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('My Yield Contracts')

export default function YieldContracts() {
  return (
    <OfficePage title="My Yield Contracts">
      <Panel>
        <Empty title="No Active Yield Contracts yet." icon="leaf">
          A contract stands here until its release, with its earnings. Yield farming is not open yet in this version.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
