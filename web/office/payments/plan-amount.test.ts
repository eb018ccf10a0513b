import { expect, it } from 'vitest'
import { planFor } from './plan-amount.ts'

const plans = [
  { plan: 'Starter', amount: 100 },
  { plan: 'Middle', amount: 800.5 },
  { plan: 'Custom', amount: 50 },
]

it.each([
  ['100', 'Starter'],
  ['100.00', 'Starter'],
  ['800.5', 'Middle'],
  ['101', 'Custom'],
  ['50', 'Custom'],
  ['49', undefined],
])('an amount of %s belongs to the plan %s', (amount, plan) => {
  expect(planFor(plans, amount)?.plan).toBe(plan)
})

it('accepts only the listed amounts if there isn’t a Custom plan', () => {
  expect(planFor(plans.slice(0, 2), '101')).toBeUndefined()
})
