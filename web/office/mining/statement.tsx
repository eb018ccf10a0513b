import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import { currentLocale } from '#i18n'
import type { AccrualInputs, MiningStatement } from '../../../api/calls/mining/mining.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { call, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { downloadText } from '../../shell/download.ts'
import { datacenterText } from './datacenter-text.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './contracts.module.css'

export const meta = officeMeta(() => t`Mining statement`)

const daysPerPage = 30

/** Shows each day of one contract with the figures behind it. */
export default function Statement() {
  const { id = '' } = useParams()
  const verifyCommand = useVerifyCommand('mining', `mining-${id}.json`)
  const [p, setPage] = useState(1)
  const statement = useCall('mining.statement', { id, p })
  if (!statement.isSuccess) {
    return (
      <Page title={t`Mining statement`}>
        <Panel>
          <Unanswered query={statement} lines={8} />
        </Panel>
      </Page>
    )
  }
  const { contract, count, days } = statement.data
  const { unit } = assetLabels[contract.coin]
  return (
    <Page title={t`Mining statement`} words={<Contract contract={contract} />}>
      <SoFar statement={statement.data} unit={unit} />
      <Panel title={t`Outputs`}>
        {days.length === 0 ? (
          <Empty title={t`No output yet`} icon="mining">
            {firstOutputWords(contract.nextOutputAt)}
          </Empty>
        ) : (
          <Days statement={statement.data} unit={unit} />
        )}
        <Pager page={p} isLast={p * daysPerPage >= count} onPage={setPage} />
      </Panel>
      <Panel title={t`Check it yourself`}>
        <p className={classes.quiet}>
          <Trans>
            The file contains every figure above and its inputs. <code dir="ltr">{verifyCommand}</code> recomputes the
            figures without this server.
          </Trans>
        </p>
        <Downloads id={id} />
      </Panel>
    </Page>
  )
}

function Contract({ contract }: { contract: MiningStatement['contract'] }) {
  const { coin, plan, hashWords } = contract
  return (
    <>
      <Link to={path('officeMiningContracts')}>
        <Trans>Mining contracts</Trans>
      </Link>{' '}
      · {coin} {plan}, <span dir="ltr">{hashWords}</span>, {datacenterText(contract)}
    </>
  )
}

function SoFar({ statement: { contract, holding, count }, unit }: { statement: MiningStatement; unit: string }) {
  const earnings = useCall('mining.earnings', {})
  const rate = holding?.rate.replace(/\d+\.\d+/g, groupDigits)
  const price = Number(earnings.data?.prices.find(({ coin }) => coin === contract.coin)?.price ?? 0)
  const worth = { unit, price, cur: earnings.data?.cur ?? '' }
  return (
    <Panel title={t`So far`}>
      <Facts layout="grid">
        <Fact term={t({ message: 'Paid', context: 'how much' })}>
          <Money amount={contract.amount} unit={contract.cur} />
        </Fact>
        <Fact term={<Plural value={count} one="Earned in # day" other="Earned in # days" />}>
          <Money amount={contract.earnings} unit={unit} />
        </Fact>
      </Facts>
      {holding && (
        <>
          <p className={classes.comparison}>
            <Trans>
              If you’d just bought {unit}: <Worth amount={holding.coins} {...worth} />. Mining has paid{' '}
              <Worth amount={contract.earnings} {...worth} />.
            </Trans>
          </p>
          <p className={classes.quiet}>
            <Trans>
              The same money would have bought these coins when the contract started, at <span dir="ltr">{rate}</span>.
              Both values are at today’s price.
            </Trans>
          </p>
        </>
      )}
    </Panel>
  )
}

/** Shows a coin amount with its worth in the customer's currency, if the coin has a price. */
function Worth({ amount, unit, price, cur }: { amount: string; unit: string; price: number; cur: string }) {
  return (
    <>
      <Money amount={amount} unit={unit} />
      {price > 0 && (
        <>
          {' '}
          (<Money amount={(Number(amount) * price).toFixed(2)} unit={cur} />)
        </>
      )}
    </>
  )
}

function firstOutputWords(atMs: number | null): string {
  if (atMs === null) return t`The first output is paid 48 hours after the purchase.`
  const when = dateTimeText(atMs)
  return t`The first output is paid 48 hours after the purchase: ${when}.`
}

function Days({ statement: { days, contract }, unit }: { statement: MiningStatement; unit: string }) {
  const oldestFirst = useMemo(() => days.toReversed(), [days])
  const timesMs = useMemo(() => oldestFirst.map(({ paidAt }) => paidAt), [oldestFirst])
  const series = useMemo(
    () => [{ label: unit, values: oldestFirst.map(({ paid }) => paid), bars: true as const }],
    [oldestFirst, unit],
  )
  return (
    <>
      {days.length > 1 && (
        <TimeChart
          label={t`Daily output in ${unit}; the table below has the figures`}
          unit={unit}
          timesMs={timesMs}
          series={series}
          heightPx={180}
        />
      )}
      <Table
        label={t`Outputs by day`}
        narrow="scroll"
        className={classes.table}
        rows={days.map((day) => ({ id: day.day, ...day }))}
        columns={[
          { head: t`Day`, cell: ({ day }) => day + 1 },
          { head: t`Paid at`, cell: ({ paidAt }) => dateTimeText(paidAt) },
          { head: t`Output`, end: true, cell: ({ paid }) => <Money amount={paid} unit={unit} /> },
          {
            head: t`Calculated from`,
            cell: ({ accruals }) =>
              accruals.map((accrual) => <div key={accrual.from}>{inputsText(accrual, contract.mines)}</div>),
          },
        ]}
      />
      {days.some(({ day }) => day === 1) && (
        <p className={classes.quiet}>
          <Trans>The first two days are paid together, 48 hours after the purchase.</Trans>
        </p>
      )}
    </>
  )
}

const numberText = (value: number) => groupDigits(String(value))

function inputsText(
  { from, to, height, difficulty, subsidyMinor, feeBps, rejectedBps }: AccrualInputs,
  coin: string,
): string {
  const hours = numberText(Number(((to - from) / 3_600_000).toFixed(2)))
  const rounded = new Intl.NumberFormat(currentLocale(), { notation: 'compact', maximumSignificantDigits: 5 }).format(
    Number(difficulty) / 1e8,
  )
  const subsidy = `${numberText(Number(subsidyMinor) / 1e8)} ${coin}`
  const fee = numberText(feeBps / 100)
  const rejects = numberText(rejectedBps / 100)
  return t`${hours} h at difficulty ${rounded} (block ${height}), subsidy ${subsidy}, fee ${fee}%, rejected ${rejects}%`
}

function Downloads({ id }: { id: string }) {
  const [error, setError] = useState<string>()
  async function save(kind: 'json' | 'csv') {
    setError(undefined)
    try {
      const whole = await call('mining.statement', { id })
      if (kind === 'json') downloadText(`mining-${id}.json`, 'application/json', JSON.stringify(whole, null, 2))
      else downloadText(`mining-${id}.csv`, 'text/csv', csvOf(whole))
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <>
      <ButtonRow spaced>
        <Button variant="default" onClick={() => void save('json')}>
          <Trans>Save as JSON</Trans>
        </Button>
        <Button variant="default" onClick={() => void save('csv')}>
          <Trans>Save as CSV</Trans>
        </Button>
        <PrintButton />
      </ButtonRow>
      {error && <p role="alert">{error}</p>}
    </>
  )
}

function csvOf({ days, contract }: MiningStatement): string {
  const rows = days
    .toReversed()
    .map(({ day, paidAt, paid, minedMinor, transfer }) =>
      [day + 1, new Date(paidAt).toISOString(), paid, contract.coin, minedMinor, contract.mines, transfer].join(','),
    )
  return `day,paid_at,output,coin,mined_minor,mined_coin,transfer\n${rows.join('\n')}\n`
}
