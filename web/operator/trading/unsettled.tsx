import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import classes from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { ListOrLine } from '../parts.tsx'
import { Time } from '../../language/time.tsx'
import type { Column } from '../../ui/lists/table.tsx'

type Unsettled = CallOutput<'trading.unsettled'>[number]
const refreshMs = 15_000

const columns = (): Column<Unsettled>[] => [
  { head: t({ message: 'Trade', context: 'noun' }), cell: WhichTrade },
  {
    head: t({ message: 'Expired', context: 'time of a trade' }),
    cell: ({ trade }) => (trade ? <Time at={new Date(trade.expiresAt).toISOString()} seconds /> : '–'),
  },
  { head: t`Reason`, cell: Reason },
  { head: t`Last attempt`, cell: LastTry },
]

/** Lists expired trades that couldn't be settled, with the reason. */
export function UnsettledTrades() {
  const unsettled = useCall('trading.unsettled', {}, { refetchInterval: refreshMs })
  return (
    <Panel title={t`Unsettled trades`}>
      <Answered query={unsettled} lines={1}>
        {(rows) => (
          <ListOrLine
            label={t`Unsettled trades`}
            columns={columns()}
            rows={rows}
            empty={t`All expired trades are settled.`}
          />
        )}
      </Answered>
    </Panel>
  )
}

function WhichTrade({ id, customer, trade }: Unsettled) {
  return (
    <div className={classes.stack}>
      {trade ? (
        <span>
          {trade.type} <strong dir="ltr">{trade.symbol}</strong> <Money amount={trade.stake} unit={trade.asset} shown />
        </span>
      ) : (
        <Trans>The trade is missing.</Trans>
      )}
      <span className={classes.mono}>{id}</span>
      <Link to={path('operatorCustomer', { params: { id: customer } })}>
        <Trans>Open customer</Trans>
      </Link>
    </div>
  )
}

function Reason({ code, reason }: Unsettled) {
  return (
    <div className={classes.stack}>
      <span dir="auto">{reason}</span>
      {code && <span className={classes.mono}>{code}</span>}
    </div>
  )
}

function LastTry({ lastTry, tries }: Unsettled) {
  return (
    <span>
      <Time at={new Date(lastTry).toISOString()} seconds />{' '}
      <Trans>
        (<Plural value={tries} one="# attempt" other="# attempts" />)
      </Trans>
    </span>
  )
}
