import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { maturityTrades } from '../../../api/experts.ts'
import type { TraderRecord } from '../../../api/calls/copying/copying.ts'
import { methodLabels, methodNames, styleNames } from '../../language/api-words.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, percentText, withPercent } from '../../ui/text/number-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Badge } from '../../ui/badge.tsx'
import classes from './copying.module.css'

/** Returns the class that colours a result. */
export const toneOfResult = (result: string): string | undefined =>
  result.startsWith('-') ? classes.down : Number(result) > 0 ? classes.up : undefined

export function Percent({ value }: { value: number | null }) {
  return value === null ? '–' : <span dir="ltr">{withPercent(groupDigits(value.toFixed(1)))}</span>
}

/** Shows an expert's main figure: its return so far. */
export function ReturnFigure({ trader: { result, resultPercent } }: { trader: TraderRecord }) {
  return (
    <p className={classes.return}>
      <strong className={toneOfResult(result)}>
        <Percent value={resultPercent} />
      </strong>
      <small>
        <Trans>Return so far</Trans>
      </small>
    </p>
  )
}

/** Shows an expert's badges: simulated, method, style and rank. */
export function TraderBadges({ trader }: { trader: TraderRecord }) {
  const { rank } = trader
  return (
    <div className={classes.badges}>
      <Badge tone="wait">{t`Simulated`}</Badge>
      <Badge>{methodNames()[trader.method]}</Badge>
      <Badge>{styleNames()[trader.style]}</Badge>
      {trader.stopped ? (
        <Badge tone="bad">{t`Stopped`}</Badge>
      ) : (
        <Badge>{rank === null ? t`New, not ranked` : t`Rank ${rank}`}</Badge>
      )}
    </div>
  )
}

/** Shows what an expert's method means. Source: docs/spec/truth.md section 6. */
export function MethodLine({ trader }: { trader: Pick<TraderRecord, 'method'> }) {
  return <p className={classes.quiet}>{methodLabels()[trader.method]}</p>
}

/** Explains a trader's rank with its own figures. */
export function RankLine({ trader: { rank, wrLow, breakEven, stopped } }: { trader: TraderRecord }) {
  if (stopped || wrLow === null || breakEven === null) return null
  if (rank === null) {
    return (
      <p className={classes.quiet}>
        <Trans>Traders are ranked once they have {maturityTrades} won or lost trades.</Trans>
      </p>
    )
  }
  const low = percentText(wrLow * 100, 1)
  const needed = percentText(breakEven * 100, 1)
  const edge = percentText((wrLow - breakEven) * 100, 1)
  return (
    <p className={classes.quiet}>
      <Trans>
        Rank {rank} by edge: its true win rate is likely above {low}, and it needs {needed} to break even. The
        difference, {edge}, decides the rank, so a trader with a lucky start can’t lead.
      </Trans>
    </p>
  )
}

/** Shows an expert's figures, all computed from its recorded trades. */
export function TraderFacts({ trader }: { trader: TraderRecord }) {
  const { risk } = trader
  return (
    <Facts layout="grid">
      <Fact term={t`Win rate`}>
        <Percent value={trader.wr} />
      </Fact>
      <Fact term={t`True win rate is likely above`}>
        <Percent value={trader.wrLow} />
      </Fact>
      <Fact term={t`Break-even win rate`}>
        <Percent value={trader.breakEven} />
      </Fact>
      <Fact term={t`Result`} className={toneOfResult(trader.result)}>
        <Money shown amount={trader.result} unit="$" />
      </Fact>
      <Fact term={t`Max drawdown`}>
        <Percent value={trader.drawdown} />
      </Fact>
      <Fact term={t`Risk`}>
        <Trans>{risk} out of 10</Trans>
      </Fact>
      <Fact term={t`Trades`}>{groupDigits(String(trader.trades))}</Fact>
      <Fact term={t`Profit share`}>
        <span dir="ltr">{withPercent(String(trader.ps))}</span>
      </Fact>
      <Fact term={t`Copied by`}>{trader.copiers}</Fact>
    </Facts>
  )
}
