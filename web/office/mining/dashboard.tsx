import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { assetLabels } from '../../asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { dateTimeText } from '../payments/date-text.ts'
import classes from './dashboard.module.css'

export const meta = officeMeta('Mining')

/** Mining balances per coin from the ledger, and what comes next. */
export default function MiningDashboard() {
  const user = useCall('user', {})
  return (
    <OfficePage title={t`Mining`} words={t`What mining contracts have paid you, in test coins.`}>
      <Panel title={t`Mining balances`}>
        {user.isPending && <Loading lines={6} />}
        {user.isError && <Failed message={errorText(user.error)} onRetry={() => user.refetch()} />}
        {user.data && (
          <ul className={classes.coins}>
            {Object.entries(assetLabels).map(([coin, { label, unit }]) => (
              <li key={coin}>
                <span>{label}</span>
                <Money amount={user.data.mbalance[coin as keyof typeof assetLabels] ?? '0'} unit={unit} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t`Miners`}>
        <Miners />
      </Panel>
    </OfficePage>
  )
}

function Miners() {
  const miners = useCall('activedeposits', {})
  if (miners.isPending) return <Loading />
  if (miners.isError) return <Failed message={errorText(miners.error)} onRetry={() => miners.refetch()} />
  const running = miners.data.filter(({ state }) => state !== 'ended')
  const next = Math.min(...running.map(({ nextOutputAt }) => nextOutputAt ?? Infinity))
  return (
    <div className={classes.miners}>
      <p>
        {running.length === 0 ? 'No Active Miner yet.' : `${running.length} ${running.length === 1 ? 'contract mines' : 'contracts mine'} for you.`}
        {Number.isFinite(next) && ` The next output is due ${dateTimeText(next)}.`}
      </p>
      <div className={classes.buttons}>
        <Button component={Link} to={path('officeMiningPlans')}>
          <Trans>Buy hash rate</Trans>
        </Button>
        {miners.data.length > 0 && (
          <Button component={Link} variant="default" to={path('officeMiningContracts')}>
            <Trans>Mining contracts</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
