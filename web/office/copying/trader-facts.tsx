import { Trans } from '@lingui/react/macro'
import type { TraderRecord } from '../../../contract/copying.ts'
import { Money } from '../../ui/money.tsx'
import classes from './copying.module.css'

const percent = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} %`)

/** What marks an expert: that it is simulated, and how it trades. */
export function TraderBadges({ trader }: { trader: TraderRecord }) {
  return (
    <div className={classes.badges}>
      <span className={classes.badge} data-tone="accent">
        <Trans>Simulated</Trans>
      </span>
      <span className={classes.badge}>{trader.method}</span>
      <span className={classes.badge}>{trader.style}</span>
      {trader.stopped ? (
        <span className={classes.badge} data-tone="down">
          <Trans>Stopped</Trans>
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
        <dt><Trans>Win rate</Trans></dt>
        <dd>{percent(trader.wr)}</dd>
      </div>
      <div>
        <dt><Trans>Breaks even at</Trans></dt>
        <dd>{percent(trader.breakEven)}</dd>
      </div>
      <div>
        <dt><Trans>Result</Trans></dt>
        <dd className={tone}>
          <Money amount={trader.result} unit="$" /> <span className={classes.whole}>({percent(trader.resultPercent).replace('-', '−')})</span>
        </dd>
      </div>
      <div>
        <dt><Trans>Largest fall</Trans></dt>
        <dd>{percent(trader.drawdown)}</dd>
      </div>
      <div>
        <dt><Trans>Risk</Trans></dt>
        <dd><Trans>{trader.risk} of 10</Trans></dd>
      </div>
      <div>
        <dt><Trans>Trades</Trans></dt>
        <dd>{trader.trades}</dd>
      </div>
      <div>
        <dt><Trans>Profit share</Trans></dt>
        <dd>{trader.ps} %</dd>
      </div>
      <div>
        <dt><Trans>Copied by</Trans></dt>
        <dd>{trader.copiers}</dd>
      </div>
    </dl>
  )
}
