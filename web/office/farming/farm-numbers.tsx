import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FarmTerms } from '../../../api/calls/farming/farming.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import { Table } from '../../ui/lists/table.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { RulesOriginal } from '../rules-original.tsx'
import classes from './farming.module.css'

/**
 * Shows a contract's terms before it starts: rates, borrowing cost, the effect of a falling coin price, and
 * liquidation.
 */
export function FarmNumbers({ terms }: { terms: FarmTerms }) {
  const { cur } = terms
  const { priceSeq: tick } = terms
  const { unit } = assetLabels[terms.coin]
  const [apr, apy, aprMinimum] = [terms.apr, terms.apy, terms.aprMinimum].map(groupDigits)
  const [weekly, borrowing, liquidationFall] = [terms.weekly, terms.borrowing, terms.liquidationFall].map(groupDigits)
  return (
    <>
      <p className={classes.headline}>
        <span dir="ltr">{withPercent(apr!)}</span>{' '}
        <small>
          <Trans>
            APR · APY {apy}% · {aprMinimum}% at the promised minimum
          </Trans>
        </small>
      </p>
      <Facts layout="compact">
        <Fact
          term={
            <Trans>
              {weekly}% a week on the position of <Money shown amount={terms.position} unit={cur} />
            </Trans>
          }
        >
          <Money shown amount={terms.gross} unit={cur} />
        </Fact>
        <Fact
          term={
            <Trans>
              {borrowing}% a week for borrowing <Money shown amount={terms.borrowed} unit={cur} />
            </Trans>
          }
        >
          <span className={classes.nowrap} dir="ltr">
            −<Money shown amount={terms.cost} unit={cur} />
          </span>
        </Fact>
        <Fact term={t`Paid to you each week`}>
          <strong>
            <Money shown amount={terms.net} unit={cur} />
          </strong>
        </Fact>
      </Facts>
      <h3>
        <Trans>If {unit} falls</Trans>
      </h3>
      <Stress terms={terms} />
      <DollarPricesOnly terms={terms} />
      <Facts layout="compact">
        <Fact term={t`Health factor (liquidated at 1.00)`}>{groupDigits(terms.health)}</Fact>
        <Fact term={t`Liquidation price`}>
          <Trans>
            <Money shown amount={terms.liquidationPrice} unit="$" />, a fall of {liquidationFall}%
          </Trans>
        </Fact>
        <Fact term={t`Current ${unit} price (tick ${tick})`}>
          <Money shown amount={terms.price} unit="$" />
        </Fact>
      </Facts>
      <p className={classes.quiet}>{terms.liquidationRule}</p>
      <h3>
        <Trans>Ending early</Trans>
      </h3>
      <p className={classes.quiet}>{terms.earlyClose}</p>
      <p className={classes.quiet}>
        <RulesOriginal />
      </p>
    </>
  )
}

/** Explains, for a contract in another currency, that the columns ignore its exchange rate. */
function DollarPricesOnly({ terms: { cur, coin } }: { terms: FarmTerms }) {
  const { unit } = assetLabels[coin]
  if (cur === '$') return null
  return (
    <p className={classes.quiet}>
      <Trans>
        Like the contract, both columns follow only the dollar price of {unit}. The exchange rate between {cur} and the
        dollar doesn’t affect them.
      </Trans>
    </p>
  )
}

function Stress({ terms: { stress, cur, lever } }: { terms: FarmTerms }) {
  const leverage = groupDigits(String(lever))
  return (
    <Table
      label={t`Price fall`}
      rows={stress.map((step) => ({ id: step.fall, ...step }))}
      columns={[
        {
          head: t`Price fall`,
          isRowHead: true,
          cell: ({ fall }) => <span dir="ltr">−{withPercent(String(fall))}</span>,
        },
        {
          head: t`You keep at ${leverage}×`,
          end: true,
          cell: ({ left, change, closed }) => (
            <span className={closed ? classes.closed : undefined}>
              <Money shown amount={left} unit={cur} /> <span dir="ltr">({withPercent(groupDigits(change))})</span>
              {closed && (
                <div>
                  <Trans>liquidated</Trans>
                </div>
              )}
            </span>
          ),
        },
        { head: t`Buy and hold`, end: true, cell: ({ holding }) => <Money shown amount={holding} unit={cur} /> },
      ]}
    />
  )
}
