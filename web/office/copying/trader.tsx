import { Empty } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'

export const meta = officeMeta('Trader')

export default function Trader() {
  return (
    <OfficePage title="Trader">
      <Panel>
        <Empty title="There is no such trader yet" icon="people">
          Strategies and their records come with copying, which is not open yet in this version.
        </Empty>
      </Panel>
    </OfficePage>
  )
}
