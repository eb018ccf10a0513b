import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import { Empty } from '../../ui/page-state.tsx'
import { Panel } from '../../shell/page.tsx'

/** Shown when a payment page is opened without a plan. */
export function NothingChosen({ plans }: { plans: string }) {
  return (
    <Panel>
      <Empty
        title={t`Nothing to pay`}
        icon="deposit"
        action={
          <Button component={Link} to={plans} variant="default">
            <Trans>Choose a plan</Trans>
          </Button>
        }
      >
        <Trans>Choose a plan first.</Trans>
      </Empty>
    </Panel>
  )
}
