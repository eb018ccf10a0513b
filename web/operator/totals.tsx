import { Trans } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { Money } from '../ui/text/money.tsx'
import classes from './totals.module.css'

type Total = { unit: string; amount: string; count: number }

/**
 * Shows the sum of a queue's amounts per unit, because a sum of different currencies would be meaningless. `usd` is
 * their value in US dollars, if there are several. Reserves its height while `totals` is undefined.
 */
export function Totals({ totals, usd }: { totals: readonly Total[] | undefined; usd?: string | undefined }) {
  return (
    <p className={classes.totals} role="status">
      {totals && totals.length > 0 && (
        <>
          <span>
            <Trans>Total</Trans>
          </span>
          {totals.map(({ unit, amount, count }) => (
            <span key={unit}>
              <strong>
                <Money amount={amount} unit={unit} shown />
              </strong>{' '}
              {plural(count, { one: '(# item)', other: '(# items)' })}
            </span>
          ))}
          {usd !== undefined && totals.length > 1 && (
            <span>
              <Trans>
                worth <Money amount={usd} unit="$" shown />
              </Trans>
            </span>
          )}
        </>
      )}
    </p>
  )
}
