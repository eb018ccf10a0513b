import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CallName } from '../../../api/calls.ts'
import type { CallOutput } from '../../data/call.ts'
import { createQueries } from '../../data/queries.ts'
import { PopupProvider } from '../../ui/dialogs/popup.tsx'
import { renderInEnglish as render } from '../../ui/test-render.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'

const terms = {
  verified: true,
  frozen: false,
  secondFactor: false,
  accounts: [{ account: 'Trading', available: '100.00', cur: '$', locked: false }],
  methods: [{ method: 'PayPal', active: true }],
} as unknown as CallOutput<'withdrawals.terms'>
const msg = 'Your withdrawal of $40.00 is pending. You will receive $40.00.'

beforeEach(() => {
  const answers: Partial<Record<CallName, unknown>> = {
    withdraw: { id: '1', msg },
    addresses: [],
    security: { totp: null, passkeys: [] },
  }
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    const answer = answers[new URL(String(url), window.location.href).searchParams.get('r') as CallName]
    return answer ? Response.json(answer) : Response.json({ code: 'busy', msg: 'Busy.' }, { status: 503 })
  })
  return () => vi.restoreAllMocks()
})

it('confirms a request below the form, where it covers nothing, until the form changes', async () => {
  await render(
    <MemoryRouter>
      <QueryClientProvider client={createQueries()}>
        <PopupProvider>
          <WithdrawalForm terms={terms} />
        </PopupProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await page.getByLabelText('Method').selectOptions('PayPal')
  await page.getByRole('button', { name: 'Max $100.00' }).click()
  await expect.element(page.getByLabelText('Amount in $')).toHaveValue(100)
  await page.getByLabelText('PayPal email').fill('ada@example.org')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const confirmation = page.getByText(/is pending\./)
  await expect.element(confirmation).toBeVisible()
  expect(confirmation.element().closest('form [role="status"]')).not.toBeNull()
  await expect.element(page.getByRole('link', { name: 'View your withdrawals' })).toBeVisible()
  expect(confirmation.elements()).toHaveLength(1)
  await page.getByLabelText('Amount in $').fill('5')
  await expect.element(confirmation).not.toBeInTheDocument()
})
