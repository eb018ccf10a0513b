import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CallName } from '../../../api/calls.ts'
import { createQueries } from '../../data/queries.ts'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import Traders from './traders.tsx'
import '../../ui/tokens.css'

const trader = {
  id: 'steadfast',
  name: 'Steadfast',
  note: 'Follows one rule.',
  method: 'Manual',
  style: 'Day',
  rank: 1,
  stopped: false,
  copied: false,
  series: ['10000.00', '9920.00'],
  result: '-80.00',
  resultPercent: -0.8,
  wr: 52.5,
  wrLow: 50.1,
  breakEven: 52.6,
  drawdown: 3.1,
  risk: 2,
  trades: 400,
  ps: 10,
  copiers: 0,
}

beforeEach(() => {
  const answers: Partial<Record<CallName, unknown>> = { traders: [trader], copies: [], user: { cur: '$' } }
  vi.spyOn(window, 'fetch').mockImplementation(async (url) =>
    Response.json(answers[new URL(String(url), window.location.href).searchParams.get('r') as CallName]),
  )
  return () => vi.restoreAllMocks()
})

it('shows one main figure per trader, the others small, and a button that copies', async () => {
  await render(
    <MemoryRouter>
      <QueryClientProvider client={createQueries()}>
        <Traders />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const card = page.getByRole('listitem').filter({ hasText: 'Steadfast' })
  await expect.element(card.getByText('−0.8%')).toBeVisible()
  const size = (text: string) => Number.parseFloat(getComputedStyle(card.getByText(text).element()).fontSize)
  expect(size('−0.8%')).toBeGreaterThan(size('52.5%'))
  await expect.element(card.getByRole('button', { name: 'Copy Steadfast' })).toBeVisible()
})
