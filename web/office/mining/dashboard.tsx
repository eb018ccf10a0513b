import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { coinAssets } from '../../../api/assets.ts'
import { minerActions } from '../../../api/states/miner-states.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { coinDigits, significantDigits } from '../../ui/text/significant-digits.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
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
        <Unanswered query={user} lines={4} />
        {user.data && <Balances balances={user.data.mbalance} />}
      </Panel>
      <Panel title={t`Outputs in the last 30 days`}>
        <Earned />
      </Panel>
      <Panel title={t`Miners`}>
        <Miners />
      </Panel>
    </Page>
  )
}

type Balances = CallOutput<'user'>['mbalance']

/** Lists the coins that the customer has, with their worth at the current rates. */
function Balances({ balances }: { balances: Balances }) {
  const rates = useCall('rates', {}, { refetchInterval: 15_000 })
  const held = coinAssets.filter((coin) => Number(balances[coin] ?? '0') > 0)
  if (held.length === 0) {
    return (
      <Empty
        title={t`No coins yet`}
        icon="mining"
        action={
          <Button component={Link} to={path('officeMiningPlans')} variant="default">
            <Trans>View plans</Trans>
          </Button>
        }
      >
        <Trans>The first output arrives 48 hours after a contract starts.</Trans>
      </Empty>
    )
  }
  const priceOf = (coin: string) => Number(rates.data?.find(({ symbol }) => symbol === coin)?.rate ?? 0)
  const worth = held.reduce((sum, coin) => sum + Number(balances[coin]) * priceOf(coin), 0)
  return (
    <ul className={classes.coins}>
      {held.map((coin) => {
        const { label, unit } = assetLabels[coin]
        const amount = balances[coin] ?? '0'
        const rate = priceOf(coin)
        return (
          <li key={coin}>
            <span>{label}</span>
            <span className={classes.sum}>
              <Money amount={significantDigits(amount, coinDigits.miningBalance)} unit={unit} />
              {rate > 0 && (
                <small>
                  ≈ <Money amount={(Number(amount) * rate).toFixed(2)} unit="$" />
                </small>
              )}
            </span>
          </li>
        )
      })}
      <li className={classes.total}>
        <span>
          <Trans>Worth today</Trans>
        </span>
        <span>{rates.data ? <Money amount={worth.toFixed(2)} unit="$" /> : '…'}</span>
      </li>
    </ul>
  )
}

/** Shows the daily outputs in dollars, and this week's total next to last week's. */
function Earned() {
  const earnings = useCall('mining.earnings', {})
  const days = earnings.data?.days
  const timesMs = useMemo(() => days?.map(({ at }) => at) ?? [], [days])
  const series = useMemo(
    () => [{ label: '$', values: days?.map(({ worth }) => worth) ?? [], bars: true as const }],
    [days],
  )
  if (!earnings.isSuccess) return <Unanswered query={earnings} lines={6} />
  const { week, weekBefore } = earnings.data
  return (
    <>
      <Facts layout="grid">
        <Fact term={t`Last 7 days`}>
          <Money amount={week} unit="$" />
        </Fact>
        <Fact term={t`Previous 7 days`}>
          <Money amount={weekBefore} unit="$" />
        </Fact>
      </Facts>
      {earnings.data.days.some(({ worth }) => Number(worth) > 0) && (
        <TimeChart
          label={t`Daily outputs in US dollars at today’s price`}
          unit="$"
          timesMs={timesMs}
          series={series}
          heightPx={160}
        />
      )}
      <p className={classes.quiet}>
        <Trans>All amounts are based on today’s price.</Trans>
      </p>
    </>
  )
}

function Miners() {
  const miners = useCall('activedeposits', {})
  if (!miners.isSuccess) return <Unanswered query={miners} lines={3} />
  const running = miners.data.filter(({ state }) => minerActions.can('mine', state))
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
