import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Payment')

export default function Pay() {
  return (
    <OfficePage title="Payment">
      <Panel>
        <Empty title="Nothing to pay" icon="deposit">
          Deposits are not open yet in this version. Until then you trade with your practice grant.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
