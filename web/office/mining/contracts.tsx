import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import type { MinerRecord } from '../../../api/calls/mining/mining.ts'
import { contractDays, dayMs } from '../../../api/mining-coins.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { datacenterText } from './datacenter-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Meter } from '../../ui/lists/meter.tsx'
import { Badge } from '../../ui/badge.tsx'
import list from '../contract-list.module.css'
import classes from './contracts.module.css'

export const meta = officeMeta(() => t`Mining Contracts`)

/** Lists the customer's miners, from the `activedeposits` call. */
export default function MiningContracts() {
  const miners = useCall('activedeposits', {})
  return (
    <Page
      title={t`Mining Contracts`}
      words={t`Your active miners. Each pays daily, and its statement shows the figures behind every output.`}
    >
      {!miners.data?.length && (
        <Panel>
          <Unanswered query={miners} lines={4} />
          {miners.data && <NoMiners />}
        </Panel>
      )}
      {miners.data && miners.data.length > 0 && (
        <ul className={list.list}>
          {miners.data.map((miner) => (
            <Miner key={miner.id} miner={miner} />
          ))}
        </ul>
      )}
    </Page>
  )
}

function NoMiners() {
  return (
    <Empty
      title={t`No Active Miner yet.`}
      icon="mining"
      action={
        <Button component={Link} to={path('officeMiningPlans')}>
          <Trans>View plans</Trans>
        </Button>
      }
    >
      <Trans>A contract appears here once its deposit is confirmed.</Trans>
    </Empty>
  )
}

const stateTexts = (): Record<MinerRecord['state'], string> => ({
  warming_up: t`warming up`,
  running: t`running`,
  ended: t`ended`,
})

const stateTones = { warming_up: 'wait', running: 'good', ended: 'plain' } as const

function Miner({ miner }: { miner: MinerRecord }) {
  const { unit } = assetLabels[miner.coin]
  const { mines } = miner
  return (
    <li className={list.contract}>
      <div className={list.top}>
        <strong>
          {miner.coin} {miner.plan} · <span dir="ltr">{miner.hashWords}</span>
        </strong>
        <Badge tone={stateTones[miner.state]}>{stateTexts()[miner.state]}</Badge>
      </div>
      <Progress miner={miner} />
      <Facts layout="grid">
        <Fact term={t({ message: 'Paid', context: 'how much' })}>
          <Money amount={miner.amount} unit={miner.cur} />
        </Fact>
        <Fact term={t`Earnings`}>
          <Money amount={miner.earnings} unit={unit} />
        </Fact>
        {miner.worth !== null && (
          <Fact term={t`Value today`}>
            <Money amount={miner.worth} unit={miner.cur} />
          </Fact>
        )}
        <Fact term={miner.nextOutputAt === null ? t`Ended` : t`Next output`}>
          {dateTimeText(miner.nextOutputAt ?? miner.endsAt)}
        </Fact>
      </Facts>
      <p className={classes.quiet}>
        {mines !== miner.coin && (
          <>
            <Trans>
              Mines {mines} and pays out in {unit} at the day’s rate.
            </Trans>{' '}
          </>
        )}
        {datacenterText(miner)}.
      </p>
      <Link to={path('officeMiningStatement', { params: { id: miner.id } })}>
        <Trans context="of a contract">Statement</Trans>
      </Link>
    </li>
  )
}

/** Shows how many of the contract's days have passed. */
function Progress({ miner: { startedAt, endsAt, nextOutputAt } }: { miner: MinerRecord }) {
  // The next output is due at the end of the current day, the first one after two days.
  const dueDay = nextOutputAt === null ? undefined : Math.round((nextOutputAt - startedAt) / dayMs)
  const passed = dueDay === undefined ? Math.round((endsAt - startedAt) / dayMs) : dueDay <= 2 ? 0 : dueDay - 1
  return (
    <div className={classes.progress}>
      <Meter value={passed} max={contractDays} label={t`Contract progress`} />
      <span>{t`Day ${passed} of ${contractDays}`}</span>
    </div>
  )
}
