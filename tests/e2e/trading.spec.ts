import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { choose } from './choose.ts'
import { balanceText, history, historyRows, openDashboard, openTrades, placeByCall, side } from './dashboard.ts'
import { expect, test } from './product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('places BUY and SELL, counts down, reports, keeps history, replays, and gives a receipt that proves itself', async ({
  page,
  product,
  customer,
  look,
  isMobile,
}, info) => {
  await openDashboard(page, product)
  await expect(history(page).getByText('No trades yet')).toBeVisible()
  await expect(balanceText(page)).toHaveText('$10,000.00')
  await expect(page.getByRole('definition').filter({ hasText: '%' }).first()).toBeVisible()
  await look('dashboard')

  if (isMobile) {
    await page.getByLabel(/^Amount/).fill('25')
    await choose(page, '5 s')
    await side(page, 'BUY').tap()
    await expect(openTrades(page)).toHaveCount(1)
    await side(page, 'SELL').tap()
  } else {
    // The keyboard alone: amount, out of the field, interval, side.
    await page.keyboard.press('a')
    await expect(page.getByLabel(/^Amount/)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('25')
    await page.keyboard.press('Tab')
    await page.keyboard.press('1')
    await expect(page.getByRole('radio', { name: '5 s', exact: true })).toBeChecked()
    await page.keyboard.press('b')
    await expect(openTrades(page)).toHaveCount(1)
    await page.keyboard.press('s')
  }
  await expect(openTrades(page)).toHaveCount(2)
  await expect(openTrades(page).first().getByRole('timer')).toHaveText(/^(\d\d?:\d\d|Settling)$/)

  await product.advance(8)
  const reports = page.getByRole('region', { name: 'Trade reports' })
  await expect(reports.getByRole('heading', { name: 'TRADE REPORT' }).first()).toBeVisible()
  await look('dashboard-report')
  await expect(openTrades(page)).toHaveCount(0)
  await expect(historyRows(page)).toHaveCount(2)
  for (const row of await historyRows(page).all())
    await expect(row.getByRole('cell').first()).toHaveText(/^(Won|Lost|Tie)/)

  await historyRows(page)
    .first()
    .getByRole('button', { name: /^Replay/ })
    .click()
  const replay = page.getByRole('dialog', { name: /EURUSD, 5 s/ })
  await expect(replay.getByRole('region', { name: 'Ticks during the trade' }).getByRole('row').nth(1)).toBeVisible()
  await look('replay')
  const download = page.waitForEvent('download')
  await replay.getByRole('button', { name: 'Download receipt' }).click()
  const file = info.outputPath('receipt.json')
  await (await download).saveAs(file)
  const verified = spawnSync(process.execPath, ['scripts/verify-receipt.ts', file], { cwd: root, encoding: 'utf8' })
  expect(verified.status, verified.stdout + verified.stderr).toBe(0)
  await replay.getByRole('button', { name: 'Close' }).click()

  for (let count = 0; count < 11; count += 1)
    await placeByCall(product, customer, { amount: '10', TYPE: count % 2 ? 'BUY' : 'SELL' })
  await product.advance(8)
  await expect(historyRows(page)).toHaveCount(10)
  await expect(history(page).getByText('Page 1 of 2')).toBeVisible()
  await look('history')
  await history(page).getByRole('button', { name: 'Older' }).click()
  await expect(historyRows(page)).toHaveCount(3)
  await page.goto('/office/profile')
  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Trading History' }).click()
  await expect(page).toHaveURL(/\/office\/dashboard#tradehistory$/)
  await expect(history(page)).toBeInViewport()
  await expect(historyRows(page)).toHaveCount(10)
  const { balance } = (await product.call('user', {}, { secrete: customer.secrete })).body
  await expect(balanceText(page)).toHaveText(
    `$${Number(balance).toLocaleString('en-US', { maximumFractionDigits: 2, minimumFractionDigits: 2 })}`,
  )
})

test('says what is wrong with an amount, and takes nothing', async ({ page, product, customer, look, isMobile }) => {
  await openDashboard(page, product)
  const amount = page.getByLabel(/^Amount/)
  const wrong: [string, string][] = [
    ['9.99', 'The smallest trade is 10.00.'],
    ['NaN', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['1e309', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['-5', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['10; drop', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['10.001', 'Enter an amount with at most two decimals.'],
    ['999999', 'The largest trade is 5000.00.'],
    ['', 'Enter an amount.'],
  ]
  for (const [text, words] of wrong) {
    await amount.fill(text)
    await side(page, isMobile ? 'SELL' : 'BUY').click()
    await expect(page.getByRole('alert').filter({ hasText: words }), text).toBeVisible()
    await expect(amount).toBeFocused()
  }
  await look('dashboard-wrong-amount')
  expect((await product.call('trades', {}, { secrete: customer.secrete })).body).toEqual([])
})

test('finds a symbol by typing, and shows the keys', async ({ page, product, customer, look, isMobile }) => {
  expect(customer.secrete).not.toBe('')
  await openDashboard(page, product)
  if (isMobile) await page.getByRole('button', { name: /^Symbol: / }).click()
  else await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find a symbol' })).toBeFocused()
  await page.keyboard.type('bitc')
  await look('symbol-search')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Symbol: BTCUSD/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'New trade' }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').filter({ hasText: 'BUY with the current ticket' })).toBeVisible()
  await look('keys')
})

test('takes the symbol that was asked for before the symbols had come', async ({ page, customer }) => {
  expect(customer.secrete).not.toBe('')
  const asked = Promise.withResolvers<void>()
  const symbols = /\/api\?r=symbols(&|$)/
  await page.route(symbols, (route) => asked.promise.then(() => route.continue()))
  await page.goto('/office/dashboard')
  await page.getByRole('button', { name: 'Symbol: Loading' }).click()
  await page.getByRole('searchbox', { name: 'Find a symbol' }).fill('gbpusd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Symbols' })).toBeVisible()
  asked.resolve()
  await expect(page.getByRole('button', { name: /^Symbol: GBPUSD/ })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Symbols' })).toBeHidden()
})

/** The call fails as behind a proxy that does not reach the server, until what is answered is called. */
async function failCall(page: Page, name: string): Promise<() => Promise<void>> {
  const pattern = new RegExp(`/api\\?r=${name}(&|$)`)
  await page.route(pattern, (route) => route.fulfill({ status: 503, contentType: 'text/plain', body: 'no' }))
  return () => page.unroute(pattern)
}

test('says that the symbols could not be loaded, and loads them when asked to', async ({
  page,
  product,
  customer,
  look,
  watch,
}) => {
  watch.allow(/status of 503/)
  expect(customer.secrete).not.toBe('')
  await product.advance(5)
  const mend = await failCall(page, 'symbols')
  await page.goto('/office/dashboard')
  const alert = page.getByRole('alert').filter({ hasText: 'The symbols could not be loaded.' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Prices: No prices' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Prices' })).toHaveText('No prices to show.')
  await expect(page.getByText('Loading prices.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'New trade' }).getByText('Loading')).toHaveCount(0)
  await look('dashboard-no-symbols')
  await mend()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Prices: Live' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Symbol: EURUSD/ })).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('says that the trades could not be read, never that there are none', async ({
  page,
  product,
  customer,
  look,
  watch,
}) => {
  watch.allow(/status of 503/)
  await product.advance(5)
  await placeByCall(product, customer, { amount: '10', TYPE: 'BUY', symbols: 'BTCUSD', interval: 180 })
  const mend = await failCall(page, 'trades')
  await page.goto('/office/dashboard')
  const open = page.getByRole('region', { name: 'Open trades' })
  await expect(open.getByRole('alert')).toContainText('We couldn’t load your open trades.')
  await expect(open.getByText('none')).toHaveCount(0)
  await expect(history(page).getByRole('alert')).toContainText('We couldn’t load your trades.')
  await history(page).getByLabel('State').selectOption('Won')
  await expect(history(page).getByRole('alert')).toContainText('We couldn’t load your trades.')
  await expect(history(page).getByText('No trades match these filters')).toHaveCount(0)
  await look('dashboard-no-trades')
  await mend()
  await open.getByRole('button', { name: 'Try again' }).click()
  await expect(openTrades(page)).toHaveCount(1)
  await expect(open.getByRole('alert')).toHaveCount(0)
  await history(page).getByLabel('State').selectOption('OPEN')
  await expect(historyRows(page)).toHaveCount(1)
})

test('steps on from the amount as it is read', async ({ page, product, customer }) => {
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
  expect((await product.call('trades', {}, { secrete: customer.secrete })).body).toMatchObject([{ amount: '25.00' }])
  await amount.press('ArrowUp')
  await expect(amount).toHaveValue('30')
})
