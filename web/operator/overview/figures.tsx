import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useMemo, useState } from 'react'
import { unitOf } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { currentLocale } from '#i18n'
import { Money } from '../../ui/text/money.tsx'
import { percentText } from '../../ui/text/number-text.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { type TimeSeries, TimeChart } from '../../ui/time-chart.tsx'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { toneOf } from '../tone.ts'
import classes from './figures.module.css'

type Figures = CallOutput<'desk.figures'>
type Period = Figures['periods'][number]
type Chart = 'stakes' | 'houseResult' | 'signUps'
const refreshMs = 30_000
const chartPx = 180

const countText = (count: number) => count.toLocaleString(currentLocale())

/** Shows the installation's figures for today, the last 7 days or the last 30 days, with a chart of 30 days. */
export function BusinessFigures() {
  const figures = useCall('desk.figures', {}, { refetchInterval: refreshMs })
  return (
    <Panel title={t`Business figures`}>
      <div className={classes.reserved}>
        <Answered query={figures} lines={10}>
          {(data) => <Shown figures={data} />}
        </Answered>
      </div>
    </Panel>
  )
}

function Shown({ figures }: { figures: Figures }) {
  const [id, setId] = useState<Period['id']>('week')
  const period = figures.periods.find((each) => each.id === id)!
  return (
    <>
      <Tabs
        label={t`Period`}
        value={id}
        onChange={setId}
        options={[
          { value: 'today', label: t`Today` },
          { value: 'week', label: t`7 days` },
          { value: 'month', label: t`30 days` },
        ]}
      />
      <ul className={classes.tiles}>
        <Tile name={t`Active now`} note={t`in the last 10 minutes`}>
          {countText(figures.activeNow)}
        </Tile>
        <Tile name={t`Active customers`} note={t`of ${countText(figures.customers)} accounts`}>
          {countText(period.active)}
        </Tile>
        <Tile name={t`Sign-ups`} note={<Change now={period.signUps} before={period.signUpsBefore} />}>
          {countText(period.signUps)}
        </Tile>
        <Tile name={t`Customers who traded`} note={<Change now={period.traders} before={period.tradersBefore} />}>
          {countText(period.traders)}
        </Tile>
        <Tile name={t`Trades`} note={<Change now={period.trades} before={period.tradesBefore} />}>
          {countText(period.trades)}
        </Tile>
        <Tile name={t`Volume`} note={<MoneyChange period={period} field="stakes" />}>
          <Sums sums={period.money.map(({ asset, stakes }) => ({ asset, amount: stakes }))} />
        </Tile>
        <Tile name={t`House result`} note={<MoneyChange period={period} field="houseResult" />}>
          <Sums sums={period.money.map(({ asset, houseResult }) => ({ asset, amount: houseResult }))} toned />
        </Tile>
        <Tile
          name={t`Open exposure`}
          note={figures.open.length === 0 ? t`no open trades` : <Trans>if every open trade won</Trans>}
        >
          <Sums sums={figures.open.map(({ asset, profits }) => ({ asset, amount: profits }))} />
        </Tile>
      </ul>
      <Trend days={figures.days} />
      <p className={classes.note}>
        <Trans>
          Days are in UTC. Changes are relative to the previous period of the same length. Volume is the stakes of
          accepted trades; the house result is lost stakes minus paid profits. Simulated accounts aren’t counted.
        </Trans>
      </p>
    </>
  )
}

function Tile({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.tile}>
      <span>{name}</span>
      <strong className={classes.value}>{children}</strong>
      <span className={classes.small}>{note}</span>
    </li>
  )
}

/** Shows one amount per currency, because a sum of different currencies would be meaningless. */
function Sums({ sums, toned = false }: { sums: { asset: string; amount: string }[]; toned?: boolean }) {
  if (sums.length === 0) return <>–</>
  return (
    <span className={classes.sums}>
      {sums.map(({ asset, amount }) => (
        <span key={asset} data-tone={toned ? toneOf(amount) : undefined}>
          <Money amount={amount} unit={unitOf(asset)} shown />
        </span>
      ))}
    </span>
  )
}

/** Compares a count with that of the previous period. */
function Change({ now, before }: { now: number; before: number }) {
  const earlier = countText(before)
  return (
    <>
      {before > 0 && now !== before && (
        <span data-tone={toneOf(now - before)}>
          <bdi>{`${now > before ? '+' : ''}${percentText(Math.round(((now - before) * 10_000) / before), 0)}`}</bdi>{' '}
        </span>
      )}
      <Trans>Previously {earlier}</Trans>
    </>
  )
}

function MoneyChange({ period: { money }, field }: { period: Period; field: 'stakes' | 'houseResult' }) {
  const [only] = money
  if (money.length === 0) return <Trans>no trades</Trans>
  if (money.length > 1 || !only) return <Trans>per currency</Trans>
  const before = <Money amount={only[`${field}Before`]} unit={unitOf(only.asset)} shown />
  return <Trans>Previously {before}</Trans>
}

/** Draws the last 30 days of one figure; amounts in one currency at a time. */
function Trend({ days }: { days: Figures['days'] }) {
  const [chart, setChart] = useState<Chart>('stakes')
  const used = [...new Set(days.flatMap(({ money }) => money.map(({ asset }) => asset)))].toSorted()
  const [chosen, setAsset] = useState<string>()
  const asset = chosen ?? mostTraded(days) ?? 'USD'
  const names: Record<Chart, string> = { stakes: t`Volume`, houseResult: t`House result`, signUps: t`Sign-ups` }
  const timesMs = useMemo(() => days.map(({ from }) => from), [days])
  const series = useMemo<TimeSeries[]>(() => {
    const values = days.map((day) => {
      if (chart === 'signUps') return String(day.signUps)
      return day.money.find((each) => each.asset === asset)?.[chart] ?? '0'
    })
    return [{ label: chart, values, ...(chart === 'houseResult' ? {} : { bars: true as const }) }]
  }, [days, chart, asset])
  return (
    <section aria-label={t`Last 30 days`}>
      <div className={classes.trendTop}>
        <h3>
          <Trans>Last 30 days</Trans>
        </h3>
        <Tabs
          label={t`Figure`}
          look="compact"
          value={chart}
          onChange={setChart}
          options={(Object.keys(names) as Chart[]).map((value) => ({ value, label: names[value] }))}
        />
        {used.length > 1 && chart !== 'signUps' && (
          <Tabs
            label={t`Currency`}
            look="compact"
            value={asset}
            onChange={setAsset}
            options={used.map((value) => ({ value, label: value }))}
          />
        )}
      </div>
      <TimeChart
        shown
        label={t`${names[chart]} per day`}
        timesMs={timesMs}
        series={series}
        unit={chart === 'signUps' ? t`sign-ups` : unitOf(asset)}
        heightPx={chartPx}
      />
    </section>
  )
}

/** Returns the currency with the largest sum of stakes. */
function mostTraded(days: Figures['days']): string | undefined {
  const sums = new Map<string, number>()
  for (const { money } of days)
    for (const { asset, stakes } of money) sums.set(asset, (sums.get(asset) ?? 0) + Number(stakes))
  return [...sums].toSorted(([, a], [, b]) => b - a)[0]?.[0]
}
