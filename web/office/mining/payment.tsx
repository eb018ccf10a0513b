import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { officeMeta } from '../meta.ts'
import { Page } from '../../shell/page.tsx'
import { CoinChoice } from '../payments/coin-choice.tsx'
import { NothingChosen } from '../payments/nothing-chosen.tsx'
import { sumText } from '../../ui/text/sum-text.ts'

export const meta = officeMeta(() => t`Pay for a mining plan`)

/** Selects the coin to pay for a mining plan with. Query: amount, title, symbol. */
export default function MiningPayment() {
  const [query] = useSearchParams()
  const user = useCall('user', {})
  const [plan, amount, coin] = [query.get('title'), query.get('amount'), query.get('symbol')]
  const sum = sumText(user.data?.cur ?? '', amount ?? '')
  return (
    <Page title={t`Pay for a mining plan`} words={plan && amount && coin && t`${plan} plan for ${coin}, ${sum}`}>
      {plan && amount && coin ? (
        <CoinChoice amount={amount} href={(cur) => path('officePay', { query: { title: plan, cur, amount, coin } })} />
      ) : (
        <NothingChosen plans={path('officeMiningPlans')} />
      )}
    </Page>
  )
}
