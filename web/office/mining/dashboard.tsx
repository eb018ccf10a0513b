import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Link } from 'react-router'
import { assetLabels } from '../../language/asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { coinDigits, significantDigits } from '../../ui/text/significant-digits.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import classes from './dashboard.module.css'

export const meta = officeMeta(() => t`Mining`)

/** Shows the mining balance of each coin from the ledger, and when the next output is due. */
export default function MiningDashboard() {
  const user = useCall('user', {})
  return (
    <Page title={t`Mining`} words={t`What mining contracts have paid you, in test coins.`}>
      <Panel title={t`Mining balances`}>
        {user.isPending && <Loading lines={6} />}
        {user.isError && <Failed message={errorText(user.error)} onRetry={() => user.refetch()} />}
        {user.data && (
          <ul className={classes.coins}>
            {Object.entries(assetLabels).map(([coin, { label, unit }]) => (
              <li key={coin}>
                <span>{label}</span>
                <Money
                  amount={significantDigits(
                    user.data.mbalance[coin as keyof typeof assetLabels] ?? '0',
                    coinDigits.miningBalance,
                  )}
                  unit={unit}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t`Miners`}>
        <Miners />
      </Panel>
    </Page>
  )
}

function Miners() {
  const miners = useCall('activedeposits', {})
  if (miners.isPending) return <Loading />
  if (miners.isError) return <Failed message={errorText(miners.error)} onRetry={() => miners.refetch()} />
  const running = miners.data.filter(({ state }) => state !== 'ended')
  const count = running.length
  const next = Math.min(...running.map(({ nextOutputAt }) => nextOutputAt ?? Infinity))
  return (
    <div className={classes.miners}>
      <p>
        {count === 0
          ? t`No Active Miner yet.`
          : plural(count, { one: '# contract is mining for you.', other: '# contracts are mining for you.' })}
        {Number.isFinite(next) && <> {nextWords(next)}</>}
      </p>
      <ButtonRow>
        <Button component={Link} to={path('officeMiningPlans')}>
          <Trans>Buy hash rate</Trans>
        </Button>
        {miners.data.length > 0 && (
          <Button component={Link} variant="default" to={path('officeMiningContracts')}>
            <Trans>Mining contracts</Trans>
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

function nextWords(atMs: number): string {
  const when = dateTimeText(atMs)
  return t`The next output is due ${when}.`
}
