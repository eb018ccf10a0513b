import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './trading-plans.module.css'

export const meta = officeMeta('Trading')

/** The operator's trading plans, from the call `tplans`. */
export default function TradingPlans() {
  const plans = useCall('tplans', {})
  const user = useCall('user', {})
  return (
    <OfficePage
      title="Trading plans"
      words="What a deposit into the trading account can be. No plan changes payouts or rules. Deposits are not open yet in this version."
    >
      <Panel>
        {plans.isPending && <Loading />}
        {plans.isError && <Failed message={errorText(plans.error)} onRetry={() => plans.refetch()} />}
        {plans.data?.length === 0 && <Empty title="The operator offers no plans yet." icon="deposit" />}
        {plans.data && plans.data.length > 0 && (
          <ul className={classes.plans}>
            {plans.data.map((plan) => (
              <li key={plan.id}>
                <strong>{plan.plan}</strong>
                {plan.plan === 'Custom' ? (
                  <span>an amount of your choice</span>
                ) : (
                  <span>
                    from <Money amount={String(plan.amount)} unit={user.data?.cur ?? '$'} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </OfficePage>
  )
}
