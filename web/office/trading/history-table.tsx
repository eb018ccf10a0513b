import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../contract/trading.ts'
import { Money } from '../../ui/money.tsx'
import { Glyph } from './glyphs.tsx'
import { netText, stateTones, stateWords } from './settled.ts'
import classes from './history.module.css'
import panel from './panel.module.css'

const columns = ['State', 'Asset', 'Type', 'Amount', 'Strike', 'Exit', 'Placed', 'Returned', 'Result', 'Replay']
const figures = new Set(['Amount', 'Strike', 'Exit', 'Returned', 'Result'])

/**
 * Trades as a table; on narrow screens each row becomes a card. The roles are spelled out because a table whose display is
 * changed would otherwise lose them.
 */
export function HistoryTable({ trades, onReplay }: { trades: readonly TradeRecord[]; onReplay: (trade: TradeRecord) => void }) {
  return (
    <table role="table" className={classes.table} aria-labelledby="history-title">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" data-figures={figures.has(column)}>
              {column}
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
  )
}

/** Trades that the customer did not place by hand say so. */
const makerWords: Record<TradeRecord['by'], string> = { customer: '', robot: 'Robot', copy: 'Copy', strategy: 'Strategy', operator: 'Operator' }

function HistoryRow({ trade, onReplay }: { trade: TradeRecord; onReplay: () => void }) {
  const tone = stateTones[trade.status]
  return (
    <tr role="row">
      <Cell name="State">
        <span className={panel.chip} data-tone={trade.status === 'OPEN' ? 'warn' : tone}>
          {stateWords[trade.status]}
        </span>
        {trade.status === 'VOID' && trade.reason && <small className={classes.reason}>{trade.reason}</small>}
      </Cell>
      <Cell name="Asset">
        <strong>{trade.asset}</strong>
      </Cell>
      <Cell name="Type">
        {trade.type} <small>{trade.interval} s</small>
        {makerWords[trade.by] && <small className={classes.by}>{makerWords[trade.by]}</small>}
      </Cell>
      <Cell name="Amount">
        <Money amount={trade.amount} unit={trade.cur} />
      </Cell>
      <Cell name="Strike">{trade.strike ?? '–'}</Cell>
      <Cell name="Exit">{trade.exit ?? '–'}</Cell>
      <Cell name="Placed">
        <time dateTime={trade.dt}>{placedText(trade.acceptedAt)}</time>
      </Cell>
      <Cell name="Returned">{trade.returned === null ? '–' : <Money amount={trade.returned} unit={trade.cur} />}</Cell>
      <Cell name="Result">
        <span className={panel[tone]}>{netText(trade) || '–'}</span>
      </Cell>
      <Cell name="Replay">
        {trade.status !== 'OPEN' && (
          <button type="button" className={panel.action} aria-label={`Replay ${trade.type} ${trade.asset} of ${placedText(trade.acceptedAt)}`} onClick={onReplay}>
            <Glyph name="replay" size={16} /> <span className={classes.replayWord}><Trans>Replay</Trans></span>
          </button>
        )}
      </Cell>
    </tr>
  )
}

function Cell({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <td role="cell" data-name={name} data-figures={figures.has(name)}>
      <span>{children}</span>
    </td>
  )
}

const placedFormat = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' })

function placedText(atMs: number): string {
  return placedFormat.format(atMs)
}
