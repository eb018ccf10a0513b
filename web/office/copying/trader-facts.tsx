import type { TraderRecord } from '../../../contract/copying.ts'
import { Money } from '../../ui/money.tsx'
import classes from './copying.module.css'

const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`)

/** What marks an expert: that it is simulated, and how it trades. */
export function TraderBadges({ trader }: { trader: TraderRecord }) {
  return (
    <div className={classes.badges}>
      <span className={classes.badge} data-tone="accent">
        Simulated
      </span>
      <span className={classes.badge}>{trader.method}</span>
      <span className={classes.badge}>{trader.style}</span>
      {trader.stopped ? (
        <span className={classes.badge} data-tone="down">
          Stopped
        </span>
      ) : (
        <span className={classes.badge}>{trader.rank === null ? 'New, not ranked' : `Rank ${trader.rank}`}</span>
      )}
    </div>
  )
}

/** The figures of an expert, all computed from its recorded trades. */
export function TraderFacts({ trader }: { trader: TraderRecord }) {
  const tone = trader.result.startsWith('-') ? classes.down : Number(trader.result) > 0 ? classes.up : undefined
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Win rate</dt>
        <dd>{percent(trader.wr)}</dd>
      </div>
      <div>
        <dt>Breaks even at</dt>
        <dd>{percent(trader.breakEven)}</dd>
      </div>
      <div>
        <dt>Result</dt>
        <dd className={tone}>
          <Money amount={trader.result} unit="$" /> <span className={classes.whole}>({percent(trader.resultPercent).replace('-', '−')})</span>
        </dd>
      </div>
      <div>
        <dt>Largest fall</dt>
        <dd>{percent(trader.drawdown)}</dd>
      </div>
      <div>
        <dt>Risk</dt>
        <dd>{trader.risk} of 10</dd>
      </div>
      <div>
        <dt>Trades</dt>
        <dd>{trader.trades}</dd>
      </div>
      <div>
        <dt>Profit share</dt>
        <dd>{trader.ps} %</dd>
      </div>
      <div>
        <dt>Copied by</dt>
        <dd>{trader.copiers}</dd>
      </div>
    </dl>
  )
}
