import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallName } from '../../../api/calls.ts'
import { createQueries } from '../../data/queries.ts'
import { PrivateAmounts } from '../../ui/text/amounts.tsx'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { BalanceBar } from './balance-bar.tsx'
import '../../ui/tokens.css'

const portfolio = {
  cur: '$',
  cash: [
    { id: 'trading', account: 'trading', amount: '900.00' },
    { id: 'farming', account: 'farming', amount: '334.50' },
  ],
  coins: [{ id: 'BTC', account: 'mining', coin: 'BTC', unit: 'BTC', amount: '0.002' }],
}
let answers: Partial<Record<CallName, unknown>>
const refused = { type: 'warning', code: 'busy', msg: 'Try again in a moment.' }

const amount = page.getByRole('group', { name: 'Portfolio Balance' })
const opener = page.getByRole('button', { name: 'Portfolio Balance' })
const parts = page.getByRole('region', { name: 'Portfolio Balance breakdown' })

beforeEach(() => {
  localStorage.clear()
  answers = { totalbalance: 1234.5, user: { cur: '$' }, portfolio }
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const answer = answers[new URL(String(url), window.location.href).searchParams.get('r') as CallName]
    return answer === undefined ? Response.json(refused, { status: 503 }) : Response.json(answer)
  })
  return () => vi.restoreAllMocks()
})

const show = () =>
  render(
    <QueryClientProvider client={createQueries()}>
      <PrivateAmounts>
        <BalanceBar />
      </PrivateAmounts>
    </QueryClientProvider>,
  )

it('shows the balance, and its parts on a click', async () => {
  await show()
  await expect.element(amount).toHaveTextContent('$1,234.50')
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  await expect.element(parts).toMatchTextContent('Trading account$900.00Locked in yield contracts$334.50')
  await expect.element(parts).toMatchTextContent('Mined coins (not included in the total)BTC0.002 BTC')
})

it('closes its parts on Escape and on a second click', async () => {
  await show()
  await opener.click()
  await expect.element(parts).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(parts).not.toBeInTheDocument()
  await opener.click()
  await opener.click()
  await expect.element(parts).not.toBeInTheDocument()
})

it('hides every amount in privacy mode', async () => {
  await show()
  await opener.click()
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect.element(amount).toMatchTextContent('amount hidden')
  await expect.element(amount).not.toMatchTextContent('1,234')
  await expect.element(parts).not.toMatchTextContent('900')
  await page.getByRole('button', { name: 'Show amounts' }).click()
  await expect.element(amount).toHaveTextContent('$1,234.50')
})

it('says that the balance is unavailable if the call is refused', async () => {
  answers = { user: { cur: '$' } }
  await show()
  await expect.element(amount).toHaveTextContent('unavailable')
  await opener.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('unavailable')
})
