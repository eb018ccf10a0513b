import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paymentCoins, type PaymentCoin } from '../../../contract/deposit-states.ts'
import { assetLabels } from '../../asset-labels.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../page.tsx'
import classes from './deposit.module.css'

/** Which test coin to pay with, each with its rate of now from the platform's own feed. */
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
                    1 {unit} is <Money shown amount={rate} unit="$" /> now
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
