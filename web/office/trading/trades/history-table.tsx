import { priceText } from '../../../ui/text/number-text.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../../contract/calls/trading.ts'
import { momentFormat } from '../../../language/formats.ts'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { HiddenAmount } from '../../../ui/text/hidden-amount.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { Glyph } from '../glyphs.tsx'
import { netText, stateTones, stateWords } from './settled.ts'
import classes from './history.module.css'
import panel from '../panel.module.css'

const columnWords = {
  State: () => t`State`,
  Asset: () => t`Asset`,
  Type: () => t`Type`,
  Amount: () => t`Amount`,
  Strike: () => t`Strike`,
  Exit: () => t({ message: 'Exit', comment: 'the price at which a trade ended' }),
  Placed: () => t({ message: 'Placed', comment: 'when a trade was placed' }),
  Returned: () => t({ message: 'Returned', comment: 'the amount that came back' }),
  Result: () => t`Result`,
  Replay: () => t`Replay`,
}
type Column = keyof typeof columnWords

const columns = Object.keys(columnWords) as Column[]
const figures = new Set<Column>(['Amount', 'Strike', 'Exit', 'Returned', 'Result'])

/**
 * Shows trades as a table; on narrow screens each row becomes a card. The roles are explicit because changing a table's
 * display removes its implicit roles.
 */
export function HistoryTable({
  trades,
  onReplay,
}: {
  trades: readonly TradeRecord[]
  onReplay: (trade: TradeRecord) => void
}) {
  return (
    <div className={classes.scroller}>
      <table role="table" className={classes.table} aria-labelledby="history-title">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" data-figures={figures.has(column)}>
                {columnWords[column]()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {trades.map((trade) => (
            <HistoryRow key={trade.id} trade={trade} onReplay={() => onReplay(trade)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Labels trades that the customer did not place manually. */
const makerWords = (): Record<TradeRecord['by'], string> => ({
  customer: '',
  robot: t`Robot`,
  copy: t({ message: 'Copy', context: 'who placed a trade' }),
  strategy: t`Strategy`,
  operator: t`Operator`,
})

function HistoryRow({ trade, onReplay }: { trade: TradeRecord; onReplay: () => void }) {
  const hidden = useAmountsHidden()
  const tone = stateTones[trade.status]
  const { type, asset } = trade
  const maker = makerWords()[trade.by]
  const placed = placedText(trade.acceptedAt)
  return (
    <tr role="row">
      <Cell name="State">
        <span className={panel.chip} data-tone={trade.status === 'OPEN' ? 'warn' : tone}>
          {stateWords()[trade.status]}
        </span>
        {trade.status === 'VOID' && trade.reason && <small className={classes.reason}>{trade.reason}</small>}
      </Cell>
      <Cell name="Asset">
        <strong>{asset}</strong>
      </Cell>
      <Cell name="Type">
        {type} <small dir="ltr">{trade.interval} s</small>
        {maker && <small className={classes.by}>{maker}</small>}
      </Cell>
      <Cell name="Amount">
        <Money amount={trade.amount} unit={trade.cur} />
      </Cell>
      <Cell name="Strike">{trade.strike === null ? '–' : priceText(trade.strike)}</Cell>
      <Cell name="Exit">{trade.exit === null ? '–' : priceText(trade.exit)}</Cell>
      <Cell name="Placed">
        <time dateTime={trade.dt}>{placed}</time>
      </Cell>
      <Cell name="Returned">{trade.returned === null ? '–' : <Money amount={trade.returned} unit={trade.cur} />}</Cell>
      <Cell name="Result">
        <span className={panel[tone]} dir="ltr">
          {hidden ? <HiddenAmount /> : netText(trade) || '–'}
        </span>
      </Cell>
      <Cell name="Replay">
        {trade.status !== 'OPEN' && (
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
        )}
      </Cell>
    </tr>
  )
}

function Cell({ name, children }: { name: Column; children: React.ReactNode }) {
  return (
    <td role="cell" data-name={name} data-label={columnWords[name]()} data-figures={figures.has(name)}>
      <span>{children}</span>
    </td>
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
