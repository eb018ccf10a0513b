import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FarmTerms } from '../../../contract/farming.ts'
import { assetLabels } from '../../asset-labels.ts'
import { Money } from '../../ui/money.tsx'
import { groupDigits } from '../../ui/number-text.ts'
import classes from './farming.module.css'

/** All that is said before a contract starts: rates, the cost of the lever, what it does when the coin falls, when it is closed. */
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
            APR · APY {apy} % · at the promised minimum {aprMinimum} %
          </Trans>
        </small>
      </p>
      <dl className={classes.pairs}>
        <Pair
          name={
            <Trans>
              {weekly} % a week on the position of <Money shown amount={terms.position} unit={cur} />
            </Trans>
          }
        >
          <Money shown amount={terms.gross} unit={cur} />
        </Pair>
        <Pair
          name={
            <Trans>
              {borrowing} % a week for the borrowed <Money shown amount={terms.borrowed} unit={cur} />
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
        <Trans>When {unit} falls</Trans>
      </h3>
      <Stress terms={terms} />
      <DollarsAlone terms={terms} />
      <dl className={classes.pairs}>
        <Pair name={t`Health at the start; closed at 1.00`}>{groupDigits(terms.health)}</Pair>
        <Pair name={t`Closed at`}>
          <Trans>
            <Money shown amount={terms.liquidationPrice} unit="$" />, a fall of {liquidationFall} %
          </Trans>
        </Pair>
        <Pair name={t`${unit} now, tick ${tick}`}>
          <Money shown amount={terms.price} unit="$" />
        </Pair>
      </dl>
      <p className={classes.quiet}>{terms.liquidationRule}</p>
      <h3>
        <Trans>Leaving early</Trans>
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

/** Where the contract is not in dollars: what the columns do not follow. */
function DollarsAlone({ terms: { cur, coin } }: { terms: FarmTerms }) {
  const { unit } = assetLabels[coin]
  if (cur === '$') return null
  return (
    <p className={classes.quiet}>
      <Trans>
        Both columns follow the price of {unit} in dollars alone, as the contract does. The rate of {cur} to the dollar
        moves neither.
      </Trans>
    </p>
  )
}

function Stress({ terms: { stress, cur, lever: times } }: { terms: FarmTerms }) {
  const lever = groupDigits(String(times))
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Fall</Trans>
          </th>
          <th scope="col" data-figures>
            <Trans>Left at lever {lever}</Trans>
          </th>
          <th scope="col" data-figures>
            <Trans>Just holding</Trans>
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
                  <Trans>closed on the way</Trans>
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
