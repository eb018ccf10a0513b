import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Withdrawals')

export default function Withdrawals() {
  return (
    <OfficePage title="Withdrawals" words="Practice withdrawals go out on test networks, after an identity check.">
      <Panel>
        <Empty title="No withdrawals yet" icon="withdraw">
          Withdrawals are not open yet in this version. Each one will stand here with its state, and a refusal with its reason.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
