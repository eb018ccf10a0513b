import { Link } from 'react-router'
import { assetLabels } from '../../asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './dashboard.module.css'

export const meta = officeMeta('Mining')

/** Mining balances per coin, from the ledger. */
export default function MiningDashboard() {
  const user = useCall('user', {})
  return (
    <OfficePage title="Mining" words="What mining contracts have paid you, in test coins.">
      <Panel title="Mining balances">
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
      <p className={classes.next}>
        Mining is not open yet in this version. <Link to={path('officeMiningContracts')}>Mining contracts</Link> will stand on a page of their own.
      </p>
    </OfficePage>
  )
}
