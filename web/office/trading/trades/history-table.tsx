import { priceText } from '../../../ui/text/number-text.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { momentFormat } from '../../../language/formats.ts'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { HiddenAmount } from '../../../ui/text/hidden-amount.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Glyph } from '../glyphs.tsx'
import { netText, stateTones, stateWords } from './settled.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type Column, Table } from '../../../ui/lists/table.tsx'
import classes from './history.module.css'
import panel from '../panel.module.css'

type Props = { trades: readonly TradeRecord[]; onReplay: (trade: TradeRecord) => void }

/** Shows trades as a table; on narrow screens each row becomes a card. */
export function HistoryTable({ trades, onReplay }: Props) {
  return (
    <div className={classes.scroller}>
      <Table
        label={t`Trade history`}
        narrow="own"
        className={classes.table}
        rows={trades}
        columns={columns(onReplay)}
      />
    </div>
  )
}

const columns = (onReplay: Props['onReplay']): Column<TradeRecord>[] => [
  { head: t`State`, className: classes.state, cell: (trade) => <State trade={trade} /> },
  { head: t`Asset`, className: classes.asset, cell: ({ asset }) => <strong>{asset}</strong> },
  { head: t`Type`, cell: (trade) => <Type trade={trade} /> },
  { head: t`Amount`, end: true, cell: ({ amount, cur }) => <Money amount={amount} unit={cur} /> },
  { head: t`Strike`, end: true, cell: ({ strike }) => (strike === null ? '–' : priceText(strike)) },
  {
    head: t({ message: 'Exit', comment: 'the price at which a trade ended' }),
    end: true,
    cell: ({ exit }) => (exit === null ? '–' : priceText(exit)),
  },
  {
    head: t({ message: 'Placed', comment: 'when a trade was placed' }),
    className: classes.placed,
    cell: ({ dt, acceptedAt }) => <time dateTime={dt}>{placedText(acceptedAt)}</time>,
  },
  {
    head: t({ message: 'Returned', comment: 'the amount that came back' }),
    end: true,
    cell: ({ returned, cur }) => (returned === null ? '–' : <Money amount={returned} unit={cur} />),
  },
  { head: t`Result`, end: true, cell: (trade) => <Result trade={trade} /> },
  {
    head: t`Replay`,
    className: classes.replay,
    cell: (trade) => trade.status !== 'OPEN' && <ReplayButton trade={trade} onReplay={() => onReplay(trade)} />,
  },
]

function State({ trade: { status, reason } }: { trade: TradeRecord }) {
  return (
    <>
      <Badge tone={status === 'OPEN' ? 'wait' : badgeTones[stateTones[status]]}>{stateWords()[status]}</Badge>
      {status === 'VOID' && reason && <small className={classes.reason}>{reason}</small>}
    </>
  )
}

const badgeTones = { up: 'good', down: 'bad', flat: 'plain' } as const

/** Labels trades that the customer did not place manually. */
export const makerWords = (): Record<TradeRecord['by'], string> => ({
  customer: '',
  robot: t`Robot`,
  copy: t({ message: 'Copy', context: 'who placed a trade' }),
  strategy: t`Strategy`,
  operator: t`Operator`,
})

function Type({ trade: { type, interval, by } }: { trade: TradeRecord }) {
  const maker = makerWords()[by]
  return (
    <span>
      {type} <small dir="ltr">{interval} s</small>
      {maker && <small className={classes.by}>{maker}</small>}
    </span>
  )
}

function Result({ trade }: { trade: TradeRecord }) {
  const hidden = useAmountsHidden()
  return (
    <span className={panel[stateTones[trade.status]]} dir="ltr">
      {hidden ? <HiddenAmount /> : netText(trade) || '–'}
    </span>
  )
}

function ReplayButton({ trade: { type, asset, acceptedAt }, onReplay }: { trade: TradeRecord; onReplay: () => void }) {
  const placed = placedText(acceptedAt)
  return (
    <button
      type="button"
      className={panel.action}
      aria-label={t`Replay ${type} ${asset} from ${placed}`}
      onClick={onReplay}
    >
      <Glyph name="replay" size={16} />{' '}
      <span className={classes.replayWord}>
        <Trans>Replay</Trans>
      </span>
    </button>
  )
}

const placedText = momentFormat({
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
