import { t } from '@lingui/core/macro'
import { customPlan, customPlanMaximum } from '../../../api/custom-plan.ts'
import { sumText } from '../../ui/text/sum-text.ts'

/** Returns an amount as the calls take it. */
export const plainAmount = (typed: string): string => typed.trim().replace(',', '.')

/** Returns why a customer can't deposit this amount; undefined if they can. */
export function amountFault(typed: string, cur: string, minimum: number): string | undefined {
  const amount = plainAmount(typed)
  const smallest = sumText(cur, String(minimum))
  const largest = sumText(cur, String(customPlanMaximum))
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(amount)) return t`Enter an amount such as 250 or 99.50.`
  if (Number(amount) < minimum) return t`Enter at least ${smallest}.`
  return Number(amount) > customPlanMaximum ? t`Enter at most ${largest}.` : undefined
}

/**
 * Returns the plan for an amount: the one with exactly this amount, otherwise Custom. Undefined if no plan accepts the
 * amount.
 */
export function planFor<Plan extends { plan: string; amount: number }>(
  plans: readonly Plan[],
  amount: string,
): Plan | undefined {
  const custom = plans.find(({ plan }) => plan === customPlan)
  const exact = plans.find((plan) => plan !== custom && plan.amount === Number(amount))
  return exact ?? (custom && Number(amount) >= custom.amount ? custom : undefined)
}
