import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paymentCoins, type PaymentCoin } from '../../../contract/deposit-states.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Panel } from '../../shell/page.tsx'
import classes from './deposit.module.css'

/** Selects the test coin to pay with. Shows each coin's current rate from the platform's own feed. */
export function CoinChoice({ href }: { href: (coin: PaymentCoin) => string }) {
  const rates = useCall('rates', {}, { refetchInterval: 15_000 })
  return (
    <Panel title={t`Pay with`}>
      <div className={classes.choices}>
        {paymentCoins.map((coin) => {
          const { label, unit } = assetLabels[coin]
          const rate = rates.data?.find(({ symbol }) => symbol === coin)?.rate
          return (
            <Link key={coin} to={href(coin)} className={classes.choice}>
              <strong>
                {label} ({unit})
              </strong>
              <span>
                {rate && Number(rate) > 0 ? (
                  <Trans>
                    1 {unit} is now <Money shown amount={rate} unit="$" />
                  </Trans>
                ) : (
                  <Trans>No price yet</Trans>
                )}
              </span>
            </Link>
          )
        })}
      </div>
    </Panel>
  )
}
