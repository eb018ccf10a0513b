import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CallName } from '../../../api/calls.ts'
import { createQueries } from '../../data/queries.ts'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import MiningDashboard from './dashboard.tsx'

const days = [1, 2].map((day) => ({ at: day * 86_400_000, worth: '0.00' }))
const earnings = {
  cur: '€',
  prices: [{ coin: 'BTC', price: '40000.00000000' }],
  days,
  week: '0.00',
  weekBefore: '0.00',
}
let answers: Partial<Record<CallName, unknown>>

beforeEach(() => {
  answers = { user: { mbalance: { BTC: '0.00000000' } }, 'mining.earnings': earnings, activedeposits: [] }
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json(answers[new URL(String(url), window.location.href).searchParams.get('r') as CallName]),
  )
  return () => vi.restoreAllMocks()
})

const show = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueries()}>
        <MiningDashboard />
      </QueryClientProvider>
    </MemoryRouter>,
  )

it('leads a customer who has never mined to the plans, without rows of zeros', async () => {
  await show()
  await expect.element(page.getByText('No Active Miner yet.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Buy hash rate' }))
    .toHaveAttribute('href', '/office/mining/deposit')
  await expect.element(page.getByRole('region', { name: 'Mining balances' })).not.toBeInTheDocument()
})

it('shows what mined coins are worth in the customer’s currency', async () => {
  answers.user = { mbalance: { BTC: '0.00200000' } }
  await show()
  const balances = page.getByRole('region', { name: 'Mining balances' })
  await expect.element(balances).toMatchTextContent('€80.00')
  await expect.element(balances).not.toMatchTextContent('$')
})
