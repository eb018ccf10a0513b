import { expect, test } from '../product.ts'

test('shows each trade in one line, filters, sums and explains them, and keeps a note', async ({
  page,
  product,
  customer,
  look,
}) => {
  await product.advance(5)
  const trade = async (symbols: string, TYPE: string, amount = '10') => {
    const { status } = await product.call(
      'trade',
      { symbols, amount, interval: 5, TYPE },
      { secrete: customer.secrete },
    )
    expect(status).toBe(200)
  }
  for (let round = 0; round < 6; round += 1) {
    await trade('EURUSD', 'BUY')
    await trade('BTCUSD', 'SELL', '25')
    await product.advance(10)
  }
  await page.goto('/office/statement')
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /EURUSD|BTCUSD|grant/ }) })
  await expect(lines).toHaveCount(13)
  await expect(page.getByText(/\d{13}/)).toHaveCount(0)
  await look('activity')

  await page.getByLabel('Symbol').selectOption('BTCUSD')
  await expect(lines).toHaveCount(6)
  await expect(page).toHaveURL(/symbol=BTCUSD/)
  const opener = lines.first().getByRole('button', { name: /SELL BTCUSD/ })
  await opener.click()
  await expect(lines.first().getByRole('table', { name: 'Ledger entries' })).toContainText('Trade stake')
  await lines.first().getByRole('button', { name: 'Hunch', exact: true }).click()
  await expect(lines.first().getByRole('button', { name: 'Hunch', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await lines.first().getByRole('textbox', { name: 'Note to yourself' }).fill('It felt right.')
  await lines.first().getByRole('button', { name: 'Save note' }).click()
  await expect(lines.first().getByText('Saved', { exact: true })).toBeVisible()
  await look('activity-line')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('tallystick-activity.csv')
  await lines.first().getByRole('button', { name: 'Replay and receipt' }).click()
  await expect(page.getByRole('dialog', { name: /SELL BTCUSD/ })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Performance' }).click()
  await expect(page.getByRole('table', { name: 'By symbol' })).toContainText('BTCUSD')
  await expect(page.getByRole('table', { name: 'By reason' })).toContainText('Hunch')
  await expect(page.getByText(/to break even/)).toBeVisible()
  await look('performance')
})
