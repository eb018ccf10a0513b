import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Mining plans')

export default function MiningPlans() {
  return (
    <OfficePage title="Mining plans" words="Hash-rate plans, paid out in test coins.">
      <Panel>
        <Empty title="No mining plans yet" icon="mining">
          The plans of the practice pool will be listed here. Mining is not open yet in this version.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
