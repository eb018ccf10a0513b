import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { Empty } from '../../ui/page-state.tsx'
import { Panel } from '../page.tsx'

/** A payment page that was opened without a plan. */
export function NothingChosen({ plans }: { plans: string }) {
  return (
    <Panel>
      <Empty
        title="Nothing to pay"
        icon="deposit"
        action={
          <Button component={Link} to={plans} variant="default">
            Choose a plan
          </Button>
        }
      >
        Choose a plan first.
      </Empty>
    </Panel>
  )
}
