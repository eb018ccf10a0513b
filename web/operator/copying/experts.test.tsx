import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderDesk } from '../test-desk.tsx'
import Experts from './experts.tsx'
import '../../ui/tokens.css'

afterEach(() => vi.restoreAllMocks())

const expert = { method: 'Manual', style: 'Day', trades: 3, wr: 50, copiers: 2, stopped: false }
const list = [
  { ...expert, id: 'breakwater', name: 'Breakwater', result: '-12.50' },
  { ...expert, id: 'steadfast', name: 'Steadfast', method: 'Mixed', copiers: 1, result: '7.00' },
]

it('colours results, and names the rule and the consequences before it stops an expert', async () => {
  const sent = await renderDesk(<Experts />, {
    experts: list,
    'experts.scheduled': [],
    'experts.stop': { msg: 'Stopped.' },
  })
  const row = page.getByRole('row', { name: /Breakwater/ })
  await expect.element(row).toBeVisible()
  expect(row.element().querySelector('[data-tone]')?.getAttribute('data-tone')).toBe('down')
  const stop = page.getByRole('button', { name: 'Stop Breakwater' })
  await expect.element(stop).toHaveAttribute('data-color', 'red')
  await stop.click()
  const dialog = page.getByRole('dialog', { name: 'Stop Breakwater permanently' })
  await expect.element(dialog).toMatchTextContent('You can’t undo this. Breakwater never trades again.')
  await expect.element(dialog).toMatchTextContent('momentum-breakout')
  await expect.element(dialog).toMatchTextContent('2 customers copy it. Copying ends, and we notify them.')
  await expect.element(dialog).not.toMatchTextContent('Manual orders that you scheduled')
  await dialog.getByLabelText('Reason').fill('Its rule was a mistake.')
  await dialog.getByRole('button', { name: 'Stop Breakwater' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ name: 'experts.stop', input: { tid: 'breakwater', reason: 'Its rule was a mistake.' } }])
})

it('mentions scheduled orders for an expert that takes them', async () => {
  await renderDesk(<Experts />, { experts: list, 'experts.scheduled': [] })
  await page.getByRole('button', { name: 'Stop Steadfast' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop Steadfast permanently' })
  await expect.element(dialog).toMatchTextContent('Manual orders that you scheduled for it aren’t placed.')
  await expect.element(dialog).toMatchTextContent('1 customer copies it. Copying ends, and we notify them.')
})
