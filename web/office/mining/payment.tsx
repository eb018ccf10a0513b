import { t } from '@lingui/core/macro'
import { useSearchParams } from 'react-router'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { CoinChoice } from '../payments/coin-choice.tsx'
import { NothingChosen } from '../payments/nothing-chosen.tsx'
import { sumText } from '../../ui/text/sum-text.ts'

export const meta = officeMeta(() => t`Pay for a mining plan`)

/** Selects the coin to pay for a mining plan with. Query: amount, title, symbol. */
export default function MiningPayment() {
  const [query] = useSearchParams()
  const user = useCall('user', {})
  const [title, amount, symbol] = [query.get('title'), query.get('amount'), query.get('symbol')]
  const sum = sumText(user.data?.cur ?? '', amount ?? '')
  return (
    <Page
      title={t`Pay for a mining plan`}
      words={
        title &&
        amount &&
        symbol &&
        t`${title} plan for ${symbol}, ${sum}. The rate is locked for 15 minutes once you choose a coin.`
      }
    >
      {title && amount && symbol ? (
        <Panel title={t`Pay with`}>
          <CoinChoice
            amount={amount}
            href={(cur) => path('officePay', { query: { title, cur, amount, coin: symbol } })}
          />
        </Panel>
      ) : (
        <NothingChosen plans={path('officeMiningPlans')} />
      )}
    </Page>
  )
}
