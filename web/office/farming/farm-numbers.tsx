import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FarmTerms } from '../../../contract/calls/farming.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
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
        <span dir="ltr">{apr} %</span>{' '}
        <small>
          <Trans>
            APR · APY {apy}% · {aprMinimum}% at the promised minimum
          </Trans>
        </small>
      </p>
      <dl className={classes.pairs}>
        <Pair
          name={
            <Trans>
              {weekly}% a week on the position of <Money shown amount={terms.position} unit={cur} />
            </Trans>
          }
        >
          <Money shown amount={terms.gross} unit={cur} />
        </Pair>
        <Pair
          name={
            <Trans>
              {borrowing}% a week for borrowing <Money shown amount={terms.borrowed} unit={cur} />
            </Trans>
          }
        >
          <span className={classes.nowrap} dir="ltr">
            −<Money shown amount={terms.cost} unit={cur} />
          </span>
        </Pair>
        <Pair name={t`Paid to you each week`}>
          <strong>
            <Money shown amount={terms.net} unit={cur} />
          </strong>
        </Pair>
      </dl>
      <h3>
        <Trans>If {unit} falls</Trans>
      </h3>
      <Stress terms={terms} />
      <DollarPricesOnly terms={terms} />
      <dl className={classes.pairs}>
        <Pair name={t`Health factor (liquidated at 1.00)`}>{groupDigits(terms.health)}</Pair>
        <Pair name={t`Liquidation price`}>
          <Trans>
            <Money shown amount={terms.liquidationPrice} unit="$" />, a fall of {liquidationFall}%
          </Trans>
        </Pair>
        <Pair name={t`${unit} price now (tick ${tick})`}>
          <Money shown amount={terms.price} unit="$" />
        </Pair>
      </dl>
      <p className={classes.quiet}>{terms.liquidationRule}</p>
      <h3>
        <Trans>Ending early</Trans>
      </h3>
      <p className={classes.quiet}>{terms.earlyClose}</p>
    </>
  )
}

function Pair({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
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
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Price fall</Trans>
          </th>
          <th scope="col" data-figures>
            <Trans>You keep at {leverage}×</Trans>
          </th>
          <th scope="col" data-figures>
            <Trans>Buy and hold</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {stress.map(({ fall, left, change, holding, closed }) => (
          <tr key={fall}>
            <th scope="row">
              <span dir="ltr">−{fall} %</span>
            </th>
            <td data-figures data-closed={closed || undefined}>
              <Money shown amount={left} unit={cur} /> <span dir="ltr">({groupDigits(change)} %)</span>
              {closed && (
                <div>
                  <Trans>liquidated</Trans>
                </div>
              )}
            </td>
            <td data-figures>
              <Money shown amount={holding} unit={cur} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
