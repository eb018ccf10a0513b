import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { unitOf } from '../../../../api/assets.ts'
import { momentFormat } from '../../../language/formats.ts'
import { accountName, kindNames } from '../../../shell/statement-words.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { priceText } from '../../../ui/text/number-text.ts'
import { makerWords } from '../trades/history-table.tsx'
import { stateTones, stateWords } from '../trades/settled.ts'
import { reasonNames } from './activity-words.ts'
import classes from './activity.module.css'
import { sumOf, type LineGroup } from './group-lines.ts'
import { LineDetails } from './line-details.tsx'
import { Signed } from './signed.tsx'

const timeText = momentFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

/** Shows what happened in one line, and everything known about it on demand. */
export function ActivityLine({
  lines,
  isOpenAtFirst = false,
  onReplay,
}: {
  lines: LineGroup
  isOpenAtFirst?: boolean
  onReplay: (trade: TradeRecord) => void
}) {
  const line = lines[0]
  const [open, setOpen] = useState(isOpenAtFirst)
  const details = useId()
  const { trade, entry, why } = line
  const unit = unitOf(line.asset)
  return (
    <li className={classes.line} data-open={open}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={open}
        aria-controls={details}
        onClick={() => setOpen(!open)}
      >
        <span className={classes.what}>
          <span className={classes.title}>{trade ? <TradeTitle trade={trade} /> : <EntryTitle lines={lines} />}</span>
          <span className={classes.under}>
            <time dateTime={line.at}>{timeText(line.at)}</time>
            {trade ? (
              trade.by !== 'customer' && <span>{makerWords()[trade.by]}</span>
            ) : (
              <span>{[...new Set(lines.map((one) => accountName(one.entry!.account)))].join(', ')}</span>
            )}
            {trade?.strike && trade.exit && (
              <bdi dir="ltr">
                {priceText(trade.strike)} → {priceText(trade.exit)}
              </bdi>
            )}
            {why && <span className={classes.reason}>{reasonNames()[why.reason]}</span>}
            {entry?.note && <span className={classes.remark}>{entry.note}</span>}
            {why?.text && <span className={classes.remark}>{why.text}</span>}
          </span>
        </span>
        <Signed amount={sumOf(lines)} unit={unit} still={entry ? entry.state !== 'booked' : trade!.status === 'OPEN'} />
        <Icon name="chevron" size={16} />
      </button>
      <div id={details} hidden={!open}>
        {open && <LineDetails line={line} onReplay={onReplay} />}
      </div>
    </li>
  )
}

const tones = { up: 'good', down: 'bad', flat: 'plain' } as const

function TradeTitle({ trade: { type, asset, interval, status } }: { trade: TradeRecord }) {
  return (
    <>
      <bdi dir="ltr">
        {type} {asset} {interval} s
      </bdi>{' '}
      <Badge tone={status === 'OPEN' ? 'wait' : tones[stateTones[status]]}>{stateWords()[status]}</Badge>
    </>
  )
}

/** Names each kind of transfer in a group once, in the order in which they were booked. */
function EntryTitle({ lines }: { lines: LineGroup }) {
  const { state } = lines[0].entry!
  const names = lines.map(({ entry }) => kindNames()[entry!.kind] ?? entry!.words).toReversed()
  return (
    <>
      {[...new Set(names)].join(' · ')} {state === 'reserved' && <Badge tone="wait">{t`reserved`}</Badge>}
      {state === 'released' && <Badge>{t`released`}</Badge>}
    </>
  )
}
