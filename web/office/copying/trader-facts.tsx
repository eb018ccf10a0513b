import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TraderRecord } from '../../../contract/copying.ts'
import type { ExpertMethod, ExpertStyle } from '../../../contract/experts.ts'
import { Money } from '../../ui/money.tsx'
import { groupDigits } from '../../ui/number-text.ts'
import classes from './copying.module.css'

const methodNames = (): Record<ExpertMethod, string> => ({ Manual: t`Manual`, Mixed: t`Mixed` })
const styleNames = (): Record<ExpertStyle, string> => ({ Day: t`Day`, Swing: t`Swing`, HODL: t`HODL`, Daytrading: t`Daytrading` })

function Percent({ value }: { value: number | null }) {
  return value === null ? '–' : <span dir="ltr">{groupDigits(value.toFixed(1))} %</span>
}

/** What marks an expert: that it is simulated, and how it trades. */
export function TraderBadges({ trader }: { trader: TraderRecord }) {
  const { rank } = trader
  return (
    <div className={classes.badges}>
      <span className={classes.badge} data-tone="accent">
        <Trans>Simulated</Trans>
      </span>
      <span className={classes.badge}>{methodNames()[trader.method]}</span>
      <span className={classes.badge}>{styleNames()[trader.style]}</span>
      {trader.stopped ? (
        <span className={classes.badge} data-tone="down">
          <Trans>Stopped</Trans>
        </span>
      ) : (
        <span className={classes.badge}>{rank === null ? t`New, not ranked` : t`Rank ${rank}`}</span>
      )}
    </div>
  )
}

/** The figures of an expert, all computed from its recorded trades. */
export function TraderFacts({ trader }: { trader: TraderRecord }) {
  const { risk } = trader
  const tone = trader.result.startsWith('-') ? classes.down : Number(trader.result) > 0 ? classes.up : undefined
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          <Trans>Win rate</Trans>
        </dt>
        <dd>
          <Percent value={trader.wr} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Breaks even at</Trans>
        </dt>
        <dd>
          <Percent value={trader.breakEven} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Result</Trans>
        </dt>
        <dd className={tone}>
          <Money amount={trader.result} unit="$" />{' '}
          <span className={classes.whole}>
            (<Percent value={trader.resultPercent} />)
          </span>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Largest fall</Trans>
        </dt>
        <dd>
          <Percent value={trader.drawdown} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Risk</Trans>
        </dt>
        <dd>
          <Trans>{risk} of 10</Trans>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Trades</Trans>
        </dt>
        <dd>{trader.trades}</dd>
      </div>
      <div>
        <dt>
          <Trans>Profit share</Trans>
        </dt>
        <dd>
          <span dir="ltr">{trader.ps} %</span>
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Copied by</Trans>
        </dt>
        <dd>{trader.copiers}</dd>
      </div>
    </dl>
  )
}
