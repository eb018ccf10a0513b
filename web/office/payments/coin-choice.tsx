import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { CoinMark } from './coin-mark.tsx'
import { Panel } from '../../shell/page.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import classes from './deposit.module.css'

/** Selects the test coin to pay an amount with. Shows how much of each coin that is at the current rate. */
export function CoinChoice({ amount, href }: { amount: string; href: (coin: PaymentCoin) => string }) {
  const estimate = useCall('deposits.estimate', { amount }, { refetchInterval: 15_000 })
  if (estimate.isError)
    return (
      <Panel>
        <Failed message={errorText(estimate.error)} onRetry={() => estimate.refetch()} />
      </Panel>
    )
  return (
    <section className={classes.coins}>
      <h2>
        <Trans>Pay with</Trans>
      </h2>
      {!estimate.data && (
        <div className={classes.waiting}>
          <Loading lines={4} />
        </div>
      )}
      <div className={classes.choices}>
        {estimate.data?.map(({ coin, coinAmount }) => {
          const { label, unit } = assetLabels[coin]
          return (
            <Link key={coin} to={href(coin)} className={classes.choice}>
              <CoinMark coin={coin} />
              <strong>
                {label} ({unit})
              </strong>
              <span>
                {coinAmount ? (
                  <Trans>
                    Pay about <Money shown amount={shortDecimal(coinAmount)} unit={unit} />
                  </Trans>
                ) : (
                  <Trans>No price yet</Trans>
                )}
              </span>
            </Link>
          )
        })}
      </div>
      <p>
        <Trans>The rate is locked for 15 minutes once you choose a coin.</Trans>
      </p>
    </section>
  )
}
