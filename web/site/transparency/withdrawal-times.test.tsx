import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Facts } from '../../ui/lists/facts.tsx'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { withdrawalTimes } from './withdrawal-times.tsx'

const hourMs = 3_600_000
const timesOf = (completed: number, overdue = 0) => ({
  completed,
  p50Ms: 24.2 * hourMs,
  p95Ms: 30 * hourMs,
  withinPromise: completed - 1,
  withinPromiseBps: 9_500,
  overdue,
  businessDays: 3,
})

async function rowsOf(completed: number, overdue?: number) {
  const { container } = await render(<Facts facts={withdrawalTimes(timesOf(completed, overdue))} />)
  return [...container.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent).join(': '),
  )
}

it('counts few payouts and states no percentile', async () => {
  expect(await rowsOf(1)).toEqual(['payout so far: 1', 'within 3 business days: 0 of 1'])
  expect(await rowsOf(19, 2)).toEqual(['payouts so far: 19', 'within 3 business days: 18 of 19', 'Overdue: 2'])
})

it('states percentiles from twenty payouts on', async () => {
  expect(await rowsOf(20)).toEqual([
    'Payouts: 20',
    'Half completed within: 24.2 hours',
    '95 of 100 completed within: 30 hours',
    'Completed within 3 business days: 95%',
  ])
  await expect.element(page.getByText('24.2 hours')).toHaveAttribute('data-source', 'withdrawals.times#p50Ms')
})
