import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInEnglish as render } from '../../../ui/test-render.tsx'
import { changeChartStore } from '../chart/workspace.ts'
import { EditKeys } from './edit-keys.tsx'

vi.mock('../../../data/call.ts', async (original) => ({
  ...(await original<object>()),
  call: () => new Promise(() => {}),
}))

const keyFor = (words: string, key: string) => page.getByRole('button', { name: `${words}: ${key}. Change key` })
const reset = page.getByRole('button', { name: 'Reset keys' })
const closes = vi.fn()

beforeEach(async () => {
  closes.mockClear()
  changeChartStore(() => ({ keys: {} }))
  await render(
    <div onKeyDown={closes}>
      <EditKeys />
    </div>,
  )
})

it('changes a key and returns all keys to their defaults', async () => {
  await expect.element(reset).toBeDisabled()
  await keyFor('BUY with the current ticket', 'B').click()
  await userEvent.keyboard('q')
  await expect.element(keyFor('BUY with the current ticket', 'Q')).toBeVisible()
  await expect.element(page.getByText('The key is now Q.')).toBeVisible()
  await reset.click()
  await expect.element(keyFor('BUY with the current ticket', 'B')).toBeVisible()
})

it('refuses a key that has another action, and keeps the old one on Escape', async () => {
  await keyFor('BUY with the current ticket', 'B').click()
  await userEvent.keyboard('s')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^S is already the key for “SELL with the current ticket”/)
  await userEvent.keyboard('{Escape}')
  await expect.element(keyFor('BUY with the current ticket', 'B')).toBeVisible()
  expect(closes).not.toHaveBeenCalled()
})
