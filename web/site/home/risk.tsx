import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Figure } from '../figure.tsx'
import { TallyMarks } from '../tally-marks.tsx'
import { explained } from '../transparency/anchors.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './risk.module.css'
import { Section } from './section.tsx'

type Given = { symbols: CallOutput<'symbols'> | undefined; figures: CallOutput<'figures'> | undefined }

/**
 * The risk statement, with the measured share of customers who lost. Source: docs/spec/truth.md section 2, "no loss of
 * funds guaranteed".
 */
export function Risk({ symbols, figures }: Given) {
  return (
    <Section id="risk" title={t`The odds are against you, and we show by how much`}>
      <div className={classes.risk}>
        <div className={classes.words}>
          {figures?.losing && <LosingShare figures={figures} />}
          <p>
            <Trans>
              A losing trade takes the whole stake; a winning trade pays less than the stake. Over many trades, most
              people lose money; here it is practice money. With real money, such trades (binary options) may not be
              offered to retail customers in the United Kingdom and the European Union.
            </Trans>
          </p>
          <p>
            <Trans>
              Before each order you see its payout, the share of trades you need to win to break even, and what the
              stake is worth on a coin flip. There is no guarantee against loss.
            </Trans>
          </p>
          {figures && !figures.losing && (
            <p>
              <Trans>
                The share of customers who lost money over the last twelve months{' '}
                <Link to={explained('figures#losing')}>will be published</Link> as soon as the first trade settles.
              </Trans>
            </p>
          )}
        </div>
        {symbols && symbols.length > 0 && <BreakEven symbols={symbols} />}
      </div>
    </Section>
  )
}

/** With fewer customers, a percentage would look more precise than it is. */
const fewestForPercent = 100

function LosingShare({ figures }: { figures: CallOutput<'figures'> }) {
  const { traders, losers, shareBps } = figures.losing!
  const share = <Figure call="figures" of={figures} at="losing.shareBps" as="percent" />
  const lost = <Figure call="figures" of={figures} at="losing.losers" />
  const all = <Figure call="figures" of={figures} at="losing.traders" />
  return (
    <div className={classes.losing}>
      <p>
        {traders < fewestForPercent ? (
          <Trans>
            <strong>
              {lost} of {all}
            </strong>{' '}
            customers with a settled trade lost practice money over the last twelve months.
          </Trans>
        ) : (
          <Trans>
            <strong>{share}</strong> of customers with a settled trade lost practice money over the last twelve months.
          </Trans>
        )}{' '}
        <Link to={explained('figures#losing')}>
          <Trans>How it is computed</Trans>
        </Link>
      </p>
      {traders < fewestForPercent ? (
        <TallyMarks marked={losers} of={traders} />
      ) : (
        <TallyMarks marked={Math.round(shareBps / 100)} />
      )}
    </div>
  )
}

/** Shows the best payout with the break-even rate and the value of a stake that follow from it. */
function BreakEven({ symbols }: { symbols: CallOutput<'symbols'> }) {
  const stake = groupDigits('10.00')
  return (
    <div className={classes.sum}>
      <Facts layout="rows">
        <Fact term={t`Best payout in the catalogue`}>
          <Figure call="symbols" of={symbols} at="payoutBps.max" as="percent" />
        </Fact>
        <Fact term={t`Trades you must win to break even`}>
          <Figure call="symbols" of={symbols} at="payoutBps.max" as="breakEven" />
        </Fact>
        <Fact term={<Trans>What {stake} is worth on a coin flip</Trans>}>
          <Figure call="symbols" of={symbols} at="payoutBps.max" as="worthOfTen" />
        </Fact>
      </Facts>
      <p>
        <Trans>
          1 ÷ (1 + payout), from <Link to={explained('symbols')}>the payouts in the catalogue</Link>.
        </Trans>
      </p>
    </div>
  )
}
