import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { choose } from './choose.ts'
import { balanceText, history, historyRows, openDashboard, openTrades, placeByCall, side } from './dashboard.ts'
import { expect, test } from './product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('places orders, shows countdown, report, history and replay, and downloads a verifiable receipt', async ({
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
    // With the keyboard only: amount, out of the field, interval, side.
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

test('explains an invalid amount and places no order', async ({ page, product, customer, look, isMobile }) => {
  await openDashboard(page, product)
  const amount = page.getByLabel(/^Amount/)
  const wrong: [string, string][] = [
    ['9.99', 'The minimum stake is 10.00.'],
    ['NaN', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['1e309', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['-5', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['10; drop', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    ['10.001', 'Enter an amount with at most two decimal places.'],
    ['999999', 'The maximum stake is 5000.00.'],
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

test('finds a symbol by typing, and shows the shortcuts', async ({ page, product, customer, look, isMobile }) => {
  expect(customer.secrete).not.toBe('')
  await openDashboard(page, product)
  if (isMobile) await page.getByRole('button', { name: /^Symbol: / }).click()
  else await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find a symbol' })).toBeFocused()
  await page.keyboard.type('bitc')
  await look('symbol-search')
  // The list beside the chart loses the focus while `look` makes the window narrow.
  await page.getByRole('searchbox', { name: 'Find a symbol' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Symbol: BTCUSD/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'New trade' }).click()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('BUY with the current ticket')).toBeVisible()
  await look('keys')
  await keys.getByRole('button', { name: /^BUY with the current ticket: B/ }).click()
  await page.keyboard.press('s')
  await expect(keys.getByRole('alert')).toContainText('S is already the key for')
  await page.keyboard.press('q')
  await expect(keys.getByRole('status')).toHaveText('The key is now Q.')
  await keys.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('q')
  await expect(openTrades(page)).toHaveCount(1)
  const saved = async () => (await product.call('workspace', {}, { secrete: customer.secrete })).body.content?.keys
  await expect.poll(saved).toEqual({ buy: 'q' })
})

test('adds a price alert from the symbol list, and sizes the panels with the keyboard', async ({
  page,
  product,
  customer,
  look,
  isMobile,
}) => {
  await openDashboard(page, product)
  if (isMobile) await page.getByRole('button', { name: /^Symbol: / }).click()
  await page.getByRole('button', { name: 'BTCUSD: price alert' }).click()
  const alerts = page.getByRole('dialog', { name: 'Price alerts' })
  await expect(alerts.getByLabel('Symbol')).toHaveValue('BTCUSD')
  await alerts.getByLabel(/^Price/).fill('1')
  await alerts.getByRole('button', { name: 'Add alert' }).click()
  await expect(alerts.getByText(/^BTCUSD at or below 1/)).toBeVisible()
  await look('alerts-from-list')
  if (isMobile) return
  await alerts.getByRole('button', { name: 'Close' }).click()
  const border = page.getByRole('separator', { name: 'Width of the ticket' })
  const before = Number(await border.getAttribute('aria-valuenow'))
  await border.press('ArrowLeft')
  await expect(border).toHaveAttribute('aria-valuenow', String(before + 16))
  await expect(page.getByRole('region', { name: 'New trade' })).toHaveJSProperty('offsetWidth', before + 16)
  const saved = async () => (await product.call('workspace', {}, { secrete: customer.secrete })).body.content?.panels
  await expect.poll(saved).toEqual({ ticket: before + 16 })
})
