import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('All Traders')

export default function Traders() {
  return (
    <OfficePage title="All Traders" words="Strategy accounts that trade under published rules. They are simulated, and marked so.">
      <Panel>
        <Empty title="No traders yet" icon="people">
          Strategies will be listed here with the record of their trades. Copying is not open yet in this version.
        </Empty>
      </Panel>
      <Panel title="My Traders" id="mytraders">
        <Empty title="No Copied Traders" icon="copy">
          Strategies you copy stand here.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
