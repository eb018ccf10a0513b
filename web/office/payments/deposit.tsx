import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import { DownloadList } from '../download-list.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Badge } from '../../ui/badge.tsx'
import classes from './deposit.module.css'
import { depositStateWords } from '../../../api/states/deposit-states.ts'
import { depositStateTexts } from './payment-words.ts'
import { dateTimeText } from '../../language/time-text.ts'

export const meta = officeMeta(() => t`Deposit`)

const choices = (): { to: string; icon: IconName; title: string; words: string }[] => [
  {
    to: path('officeTradingPlans'),
    icon: 'trade',
    title: t`Trading deposit`,
    words: t`Practice money for the trading account.`,
  },
  {
    to: path('officeMiningPlans'),
    icon: 'mining',
    title: t`Mining deposit`,
    words: t`A hash-rate plan, paid in test coins.`,
  },
  {
    to: path('officeYieldPlans'),
    icon: 'leaf',
    title: t`Yield deposit`,
    words: t`A fixed term at an annual rate, with leverage.`,
  },
]
const pageSize = 10

/** Shows the types of deposit and the deposit history. */
export default function Deposit() {
  return (
    <Page
      title={t`Deposit`}
      words={t`You pay deposits in test coins, which cost nothing and have no value outside this practice platform.`}
    >
      <div className={classes.choices}>
        {choices().map(({ to, icon, title, words }) => (
          <Link key={to} to={to} className={classes.choice}>
            <Icon name={icon} size={24} />
            <strong>{title}</strong>
            <span>{words}</span>
          </Link>
        ))}
      </div>
      <Panel title={t`Deposit History`} id="history">
        <History />
      </Panel>
    </Page>
  )
}

function History() {
  const [p, setPage] = useState(1)
  const deposits = useCall('deposits', { p })
  useEffect(() => live.hold(), [])
  if (!deposits.isSuccess) return <Unanswered query={deposits} lines={4} />
  if (p === 1 && deposits.data.length === 0) {
    return (
      <Empty
        title={t`No Deposits Yet`}
        icon="clock"
        action={
          <Button component={Link} to={path('officeTradingPlans')}>
            <Trans>Choose an amount</Trans>
          </Button>
        }
      >
        <Trans>Every deposit appears here as soon as it starts, with its status on the chain.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes.history}>
        {deposits.data.map((deposit) => (
          <HistoryRow key={deposit.id} deposit={deposit} />
        ))}
      </ul>
      <Pager page={p} isLast={deposits.data.length < pageSize} onPage={setPage} label={t`History pages`} />
      <DownloadList list="deposits" />
    </>
  )
}

const badgeTones = { waiting: 'wait', good: 'good', bad: 'bad', neutral: 'plain' } as const

function purposeText({ purpose, coin }: CallOutput<'deposits'>[number]): string {
  if (purpose === 'mining' && coin) return t`Mining ${coin}`
  return purpose === 'farming' ? t`Yield` : t`Trading`
}

function HistoryRow({ deposit }: { deposit: CallOutput<'deposits'>[number] }) {
  const { id, plan, amount, cur, dt, state, words, type, coinAmount } = deposit
  const tone = badgeTones[depositStateWords[state].tone]
  return (
    <li>
      <Link to={path('officePay', { query: { tid: id } })} className={classes.row}>
        <span className={classes.what}>
          <strong>{plan}</strong>
          <small>
            {purposeText(deposit)} · <time dateTime={dt}>{dateTimeText(Date.parse(dt))}</time>
          </small>
        </span>
        <span className={classes.sum}>
          <Money amount={amount} unit={cur} />
          <small>
            <Money amount={shortDecimal(coinAmount)} unit={`t${type}`} />
          </small>
        </span>
        <span className={classes.state}>
          <Badge tone={tone}>{depositStateTexts()[state]}</Badge>
        </span>
        {words && <small className={classes.words}>{words}</small>}
      </Link>
    </li>
  )
}
