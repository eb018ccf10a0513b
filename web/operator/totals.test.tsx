import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderInEnglish as render } from '../ui/test-render.tsx'
import { Age } from './age.tsx'
import { Totals } from './totals.tsx'

it('shows one total per unit, and the value of several in US dollars', async () => {
  const totals = [
    { unit: '$', amount: '1250.00', count: 3 },
    { unit: 'tBTC', amount: '0.50000000', count: 1 },
  ]
  await render(<Totals totals={totals} usd="31250.00" />)
  const line = page.getByRole('status')
  await expect.element(line).toMatchTextContent('$1,250.00 (3 items)')
  await expect.element(line).toMatchTextContent('tBTC (1 item)')
  await expect.element(line).toMatchTextContent('worth $31,250.00')
})

it('reserves its height before the totals load', async () => {
  await render(<Totals totals={undefined} />)
  expect(page.getByRole('status').element().getBoundingClientRect().height).toBeGreaterThan(30)
})

it('says in words when an item is due soon or overdue', async () => {
  const age = { since: 0, ageMs: 3_600_000 * 5, withinDays: 1 }
  await render(
    <>
      <Age age={{ ...age, state: 'fresh' }} />
      <Age age={{ ...age, state: 'soon' }} />
      <Age age={{ ...age, state: 'late' }} />
    </>,
  )
  for (const text of ['waiting 5 hours', 'due soon, waiting 5 hours', 'overdue, waiting 5 hours'])
    await expect.element(page.getByText(text)).toBeVisible()
})
