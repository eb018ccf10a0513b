import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Mining Contracts')

export default function MiningContracts() {
  return (
    <OfficePage title="Mining Contracts" words="Your active miners.">
      <Panel>
        <Empty title="No Active Miner yet." icon="mining">
          A contract stands here from its purchase on, with what it has earned. Mining is not open yet in this version.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
