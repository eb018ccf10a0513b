import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Pay for a mining plan')

export default function MiningPayment() {
  return (
    <OfficePage title="Pay for a mining plan">
      <Panel>
        <Empty title="Nothing to pay" icon="deposit">
          Deposits are not open yet in this version. Until then you trade with your practice grant.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
