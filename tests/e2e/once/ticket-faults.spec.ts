import type { Page } from '@playwright/test'
import { history, historyRows, openDashboard, openTrades, placeByCall, side } from '../dashboard.ts'
import { expect, test } from '../product.ts'

/** There is no room for the list of symbols beside the chart, so it opens as a dialog, and the tape is shown. */
const narrow = { width: 1000, height: 900 }

test('shows the server’s message when the balance is too low', async ({ page, product, customer, look, watch }) => {
  watch.allow(/status of 409/)
  await openDashboard(page, product)
  for (const amount of ['5000', '4995'])
    await placeByCall(product, customer, { amount, TYPE: 'BUY', symbols: 'BTCUSD', interval: 180 })
  await page.reload()
  await expect(openTrades(page)).toHaveCount(2)
  await expect(openTrades(page).first().getByRole('timer')).toHaveText(/^[23]:\d\d$/)
  await look('dashboard-open-trades')
  await page.getByLabel(/^Amount/).fill('10')
  await side(page, 'SELL').click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your balance of $5.00 doesn’t cover this trade.' }),
  ).toBeVisible()
  await look('dashboard-insufficient')
})

test('selects a symbol that was entered before the symbols loaded', async ({ page, customer }) => {
  expect(customer.secrete).not.toBe('')
  const asked = Promise.withResolvers<void>()
  const symbols = /\/api\?r=symbols(&|$)/
  await page.route(symbols, (route) => asked.promise.then(() => route.continue()))
  await page.setViewportSize(narrow)
  await page.goto('/office/dashboard')
  await page.getByRole('button', { name: 'Symbol: Loading' }).click()
  await page.getByRole('searchbox', { name: 'Find a symbol' }).fill('gbpusd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Symbols' })).toBeVisible()
  asked.resolve()
  await expect(page.getByRole('button', { name: /^Symbol: GBPUSD/ })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Symbols' })).toBeHidden()
})

/** Makes a call fail as if a proxy couldn't reach the server. Resolves with a function that ends the failure. */
async function failCall(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/api\\?r=${name}(&|$)`)
  await page.route(pattern, (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'no' }))
  return () => page.unroute(pattern)
}

test('shows that the symbols could not be loaded, and loads them on request', async ({
  page,
  product,
  customer,
  look,
  watch,
}) => {
  watch.allow(/status of 503/)
  expect(customer.secrete).not.toBe('')
  await product.advance(5)
  const repair = await failCall(page, 'symbols')
  await page.setViewportSize(narrow)
  await page.goto('/office/dashboard')
  const alert = page.getByRole('alert').filter({ hasText: 'The symbols could not be loaded.' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Prices: No prices' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Prices' })).toHaveText('No prices to show.')
  await expect(page.getByText('Loading prices.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'New trade' }).getByText('Loading')).toHaveCount(0)
  await look('dashboard-no-symbols')
  await repair()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Prices: Live' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Symbol: EURUSD/ })).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('shows that the trades could not be loaded, not that there are none', async ({
  page,
  product,
  customer,
  look,
  watch,
}) => {
  watch.allow(/status of 503/)
  await product.advance(5)
  await placeByCall(product, customer, { amount: '10', TYPE: 'BUY', symbols: 'BTCUSD', interval: 180 })
  const repair = await failCall(page, 'trades')
  await page.goto('/office/dashboard')
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByRole('alert')).toContainText('We couldn’t load your open trades.')
  await expect(open.getByText('none')).toHaveCount(0)
  await expect(history(page).getByRole('alert')).toContainText('We couldn’t load your trades.')
  await history(page).getByLabel('State').selectOption('Won')
  await expect(history(page).getByRole('alert')).toContainText('We couldn’t load your trades.')
  await expect(history(page).getByText('No trades match these filters')).toHaveCount(0)
  await look('dashboard-no-trades')
  await repair()
  await open.getByRole('button', { name: 'Try again' }).click()
  await expect(openTrades(page)).toHaveCount(1)
  await expect(open.getByRole('alert')).toHaveCount(0)
  await history(page).getByLabel('State').selectOption('OPEN')
  await expect(historyRows(page)).toHaveCount(1)
})

test('accepts an amount such as 1,000 when raising, lowering or sending it', async ({ page, product, customer }) => {
  await openDashboard(page, product)
  const amount = page.getByLabel(/^Amount/)
  await amount.fill('1,000')
  await amount.press('ArrowUp')
  await expect(amount).toHaveValue('1050')
  await amount.fill('1,000')
  await page.getByRole('button', { name: 'Lower the amount' }).click()
  await expect(amount).toHaveValue('950')
  await amount.fill('25.')
  await side(page, 'BUY').click()
  await expect(openTrades(page)).toHaveCount(1)
  await expect
    .poll(async () => (await product.call('trades', {}, { secrete: customer.secrete })).body)
    .toMatchObject([{ amount: '25.00' }])
  await amount.press('ArrowUp')
  await expect(amount).toHaveValue('30')
})
