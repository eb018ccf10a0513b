import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Yield Contracts')

export default function YieldPlans() {
  return (
    <OfficePage title="Yield Contracts" words="Lock a deposit for a period at a yearly rate.">
      <Panel>
        <Empty title="No yield plans yet" icon="leaf">
          The plans will be listed here with their rate, leverage and least amount. Yield farming is not open yet in this version.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
