import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { Table } from '../../ui/lists/table.tsx'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, percentText } from '../../ui/text/number-text.ts'
import classes from './copying.module.css'
import { toneOfResult } from './trader-facts.tsx'

type Shown = CallOutput<'traders.show'>

/** Shows a trader's settled trades by symbol and by the hour of the day. */
export function Distribution({ trader: { bySymbol, byHour } }: { trader: Shown }) {
  return (
    <div className={classes.halves}>
      <Table
        label={t`Trades by symbol`}
        caption
        className={classes.table}
        rows={bySymbol}
        columns={[
          { head: t`Symbol`, isRowHead: true, cell: ({ id }) => <span dir="ltr">{id}</span> },
          { head: t`Trades`, end: true, cell: ({ trades }) => groupDigits(String(trades)) },
          { head: t`Win rate`, end: true, cell: ({ won, lost }) => winRate(won, lost) },
          {
            head: t`Result`,
            end: true,
            cell: ({ result }) => (
              <span className={toneOfResult(result)}>
                <Money shown amount={result} unit="$" />
              </span>
            ),
          },
        ]}
      />
      <Hours byHour={byHour} />
    </div>
  )
}

const winRate = (won: number, lost: number) => (won + lost === 0 ? '–' : percentText((won / (won + lost)) * 10_000, 1))

/** Draws a bar for each hour: its height shows the trades, the filled part those that were won. */
function Hours({ byHour }: { byHour: Shown['byHour'] }) {
  const most = Math.max(...byHour.map(({ trades }) => trades))
  const hours = Array.from(
    { length: 24 },
    (_, id) => byHour.find((hour) => hour.id === id) ?? { id, trades: 0, won: 0 },
  )
  return (
    <figure className={classes.hours}>
      <figcaption>
        <Trans>Trades by hour of the day (UTC). The dark part of each bar shows trades won.</Trans>
      </figcaption>
      <ol dir="ltr">
        {hours.map(({ id, trades, won }) => {
          const hour = `${String(id).padStart(2, '0')}:00`
          return (
            <li key={id} title={t`${hour}: ${won} of ${trades} won`}>
              <span style={{ blockSize: `${(trades / most) * 100}%` }}>
                <span style={{ blockSize: `${trades === 0 ? 0 : (won / trades) * 100}%` }} />
              </span>
              {id % 6 === 0 && <small aria-hidden="true">{hour}</small>}
              <span className="visually-hidden">{t`${hour}: ${won} of ${trades} won`}</span>
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
