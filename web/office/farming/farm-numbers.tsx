import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FarmTerms } from '../../../contract/farming.ts'
import { assetLabels } from '../../asset-labels.ts'
import { Money } from '../../ui/money.tsx'
import classes from './farming.module.css'

/** All that is said before a contract starts: rates, the cost of the lever, what it does when the coin falls, when it is closed. */
export function FarmNumbers({ terms }: { terms: FarmTerms }) {
  const { cur } = terms
  const cash = (amount: string) => <Money amount={amount} unit={cur} />
  return (
    <>
      <p className={classes.headline}>
        {terms.apr} % <small><Trans>APR · APY {terms.apy} % · at the promised minimum {terms.aprMinimum} %</Trans></small>
      </p>
      <dl className={classes.pairs}>
        <Pair name={`${terms.weekly} % a week on the position of `} of={cash(terms.position)} value={cash(terms.gross)} />
        <Pair name={`${terms.borrowing} % a week for the borrowed `} of={cash(terms.borrowed)} value={<span className={classes.nowrap}>−{cash(terms.cost)}</span>} />
        <Pair name="Paid to you each week" value={<strong>{cash(terms.net)}</strong>} />
      </dl>
      <h3><Trans>When {assetLabels[terms.coin].unit} falls</Trans></h3>
      <Stress terms={terms} />
      <dl className={classes.pairs}>
        <Pair name="Health at the start; closed at 1.00" value={terms.health} />
        <Pair name="Closed at" value={<><Trans><Money amount={terms.liquidationPrice} unit="$" />, a fall of {terms.liquidationFall} %</Trans></>} />
        <Pair name={`${assetLabels[terms.coin].unit} now, tick ${terms.priceSeq}`} value={<Money amount={terms.price} unit="$" />} />
      </dl>
      <p className={classes.quiet}>{terms.liquidationRule}</p>
      <h3><Trans>Leaving early</Trans></h3>
      <p className={classes.quiet}>{terms.earlyClose}</p>
    </>
  )
}

function Pair({ name, of, value }: { name: string; of?: ReactNode; value: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {of}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

function Stress({ terms: { stress, cur, lever } }: { terms: FarmTerms }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col"><Trans>Fall</Trans></th>
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
            <th scope="row">−{fall} %</th>
            <td data-figures data-closed={closed || undefined}>
              <Money amount={left} unit={cur} /> ({change.replace('-', '−')} %){closed && <div><Trans>closed on the way</Trans></div>}
            </td>
            <td data-figures>
              <Money amount={holding} unit={cur} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
