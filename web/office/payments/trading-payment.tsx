import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { officeMeta } from '../meta.ts'
import { Page } from '../../shell/page.tsx'
import { CoinChoice } from './coin-choice.tsx'
import { NothingChosen } from './nothing-chosen.tsx'
import { sumText } from '../../ui/text/sum-text.ts'

export const meta = officeMeta(() => t`Pay for a trading deposit`)

/** Selects the coin to pay for a trading deposit with. Query: title, amount. */
export default function TradingPayment() {
  const [query] = useSearchParams()
  const user = useCall('user', {})
  const [plan, amount] = [query.get('title'), query.get('amount')]
  const sum = sumText(user.data?.cur ?? '', amount ?? '')
  return (
    <Page title={t`Pay for a trading deposit`} words={plan && amount && t`${plan} plan, ${sum}`}>
      {plan && amount ? (
        <CoinChoice
          amount={amount}
          href={(cur) => path('officePay', { query: { title: plan, cur, amount, coin: 'null' } })}
        />
      ) : (
        <NothingChosen plans={path('officeTradingPlans')} />
      )}
    </Page>
  )
}
