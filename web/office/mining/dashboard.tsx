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
  const earnings = useCall('mining.earnings', {}, { refetchInterval: 15_000 })
  const miners = useCall('activedeposits', {})
  const title = t`Mining`
  const words = t`What mining contracts have paid you, in test coins.`
  if (miners.data?.length === 0 && user.data && heldIn(user.data.mbalance).length === 0) {
    return (
      <Page title={title} words={words}>
        <Panel>
          <NothingMined />
        </Panel>
      </Page>
    )
  }
  return (
    <Page title={title} words={words}>
      <div className={classes.columns}>
        <Panel title={t`Mining balances`}>
          <Unanswered query={user} lines={4} />
          {user.data && <Balances balances={user.data.mbalance} earnings={earnings.data} />}
        </Panel>
        <Panel title={t`Miners`}>
          <Miners />
        </Panel>
      </div>
      <Panel title={t`Outputs in the last 30 days`}>
        {earnings.isSuccess ? <Earned earnings={earnings.data} /> : <Unanswered query={earnings} lines={6} />}
      </Panel>
    </Page>
  )
}

/** Leads a customer who has never mined to the plans. */
function NothingMined() {
  return (
    <Empty
      title={t`No Active Miner yet.`}
      icon="mining"
      action={
        <Button component={Link} to={path('officeMiningPlans')}>
          <Trans>Buy hash rate</Trans>
        </Button>
      }
    >
      <Trans>
        A contract pays its first output 48 hours after it starts, then daily for a year. Your coins, their value and
        each day’s output appear here.
      </Trans>
    </Empty>
  )
}

type Balances = CallOutput<'user'>['mbalance']
type Earnings = CallOutput<'mining.earnings'>

const heldIn = (balances: Balances) => coinAssets.filter((coin) => Number(balances[coin] ?? '0') > 0)

/** Lists the coins that the customer has, with their worth at the current prices. */
function Balances({ balances, earnings }: { balances: Balances; earnings: Earnings | undefined }) {
  const held = heldIn(balances)
  if (held.length === 0) {
    return (
      <Empty title={t`No coins yet`} icon="mining">
        <Trans>The first output arrives 48 hours after a contract starts.</Trans>
      </Empty>
    )
  }
  const cur = earnings?.cur ?? ''
  const priceOf = (coin: string) => Number(earnings?.prices.find((one) => one.coin === coin)?.price ?? 0)
  const worth = held.reduce((sum, coin) => sum + Number(balances[coin]) * priceOf(coin), 0)
  return (
    <ul className={classes.coins}>
      {held.map((coin) => {
        const { label, unit } = assetLabels[coin]
        const amount = balances[coin] ?? '0'
        const price = priceOf(coin)
        return (
          <li key={coin}>
            <span>{label}</span>
            <span className={classes.sum}>
              <Money amount={significantDigits(amount, coinDigits.miningBalance)} unit={unit} />
              {price > 0 && (
                <small>
                  ≈ <Money amount={(Number(amount) * price).toFixed(2)} unit={cur} />
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
        <span>{earnings ? <Money amount={worth.toFixed(2)} unit={cur} /> : '…'}</span>
      </li>
    </ul>
  )
}

/** Shows the daily outputs in the customer's currency, and this week's total next to last week's. */
function Earned({ earnings: { cur, days, week, weekBefore } }: { earnings: Earnings }) {
  const timesMs = useMemo(() => days.map(({ at }) => at), [days])
  const series = useMemo(
    () => [{ label: cur, values: days.map(({ worth }) => worth), bars: true as const }],
    [days, cur],
  )
  if (!days.some(({ worth }) => Number(worth) > 0)) {
    return (
      <Empty title={t`No outputs yet`} icon="clock">
        <Trans>Each day’s output appears here as a bar, with the totals of both weeks.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <Facts layout="grid">
        <Fact term={t`Last 7 days`}>
          <Money amount={week} unit={cur} />
        </Fact>
        <Fact term={t`Previous 7 days`}>
          <Money amount={weekBefore} unit={cur} />
        </Fact>
      </Facts>
      <TimeChart
        label={t`Daily outputs in ${cur} at today’s price`}
        unit={cur}
        timesMs={timesMs}
        series={series}
        heightPx={160}
      />
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
