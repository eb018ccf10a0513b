import { expect, test } from '../product.ts'

test('shows a lost connection, reconnects automatically, and reports trades that settled in the meantime', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  watch.allow(
    /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection|error occurred when fetching the script/,
  )
  await product.advance(5)
  await page.goto('/office/dashboard')
  const connection = page.getByRole('status').filter({ hasText: 'Prices: ' })
  await expect(connection).toHaveText('Prices: Live')
  const placed = await product.call(
    'trade',
    { symbols: 'EURUSD', amount: '10', interval: 30, TYPE: 'BUY' },
    { secrete: customer.secrete },
  )
  expect(placed.status).toBe(200)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Open trades' }).getByRole('listitem')).toHaveCount(1)

  await product.kill('SIGKILL')
  await expect(connection).toHaveText('Prices: Reconnecting')
  await look('reconnecting')
  await product.restart()
  await product.advance(60)
  await expect(connection).toHaveText('Prices: Live', { timeout: 40_000 })
  await expect(page.getByRole('heading', { name: 'TRADE REPORT' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Open trades' }).getByRole('listitem')).toHaveCount(0)
  // Prices flow again: the newest price on the page is one of the server's current prices.
  const price = page.getByRole('button', { name: /^Symbol: EURUSD/ })
  await expect
    .poll(async () => {
      const symbols = (await product.call('symbols')).body as { symbol: string; price: string }[]
      return (await price.textContent())?.includes(symbols.find(({ symbol }) => symbol === 'EURUSD')!.price)
    })
    .toBe(true)
})

test('redirects to sign-in when the session is ended elsewhere', async ({ page, product, customer, watch }) => {
  watch.allow(/status of 401/)
  await product.advance(5)
  await page.goto('/office/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Prices: ' })).toHaveText('Prices: Live')
  await product.call('signout', {}, { secrete: customer.secrete })
  await expect(page).toHaveURL(/\/account\/signin/)
})

test('shows the generic error view if a page fails, here because the browser blocks site data', async ({
  page,
  watch,
  look,
}) => {
  watch.allow(/storage is closed/)
  await page.addInitScript(() => {
    const closed = () => {
      throw new DOMException('storage is closed', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'localStorage', { get: closed })
  })
  await page.goto('/office/profile')
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('storage is closed')
  await look('unexpected-error')
})

test('shows the not-found page if an escape in the URL is invalid', async ({ page, watch }) => {
  watch.allow(/status of 404/)
  const answer = await page.goto('/no/such/%E0%A4%A')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})
