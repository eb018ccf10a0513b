import type { Locator } from '@playwright/test'
import { enrolFirstOperator } from '../../product.ts'
import { waitForChains } from '../chains.ts'
import { expect, test } from '../product.ts'

/** A mining contract from its plan to its first output, and copying from its start to its stop. */

const hourSeconds = 3_600
const cents = (text: string) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)

test('buys a mining plan, and after 48 hours shows its first output with the figures behind it', async ({
  page,
  product,
  customer,
  look,
}) => {
  await waitForChains(product)
  await page.goto('/office/mining/contracts')
  await expect(page.getByText('No Active Miner yet.')).toBeVisible()
  await page.getByRole('link', { name: 'View plans' }).click()
  await page.getByRole('region', { name: 'Bitcoin' }).getByRole('link', { name: 'Deposit with the Basic plan' }).click()
  await page.getByRole('link', { name: /tBTC/ }).click()
  await page.getByRole('button', { name: 'Pay with test coins' }).click()
  // Here, only the chain's automatic blocks confirm the payment.
  await expect(page.getByText('CONFIRMED')).toBeVisible({ timeout: 60_000 })

  await page.goto('/office/mining/contracts')
  const miner = page.getByRole('listitem').filter({ hasText: 'Basic' })
  await expect(miner).toContainText('warming up')
  await expect(miner).toContainText('0.00000000')
  // A minute before the first output, nothing has been paid.
  const [begun] = (await product.call('activedeposits', {}, { secrete: customer.secrete })).body
  const waitSeconds = (begun.nextOutputAt - (await product.advance(1))) / 1000
  expect(waitSeconds).toBeGreaterThan(47.9 * hourSeconds)
  expect(waitSeconds).toBeLessThanOrEqual(48 * hourSeconds)
  await product.advance(waitSeconds - 60)
  expect((await product.call('activedeposits', {}, { secrete: customer.secrete })).body[0].earnings).toBe('0.00000000')
  await product.advance(120)

  await expect(miner).toContainText('running')
  const earnings = (await miner.getByText(/0\.0\d{7}\stBTC/).innerText()).replace(/\s.*/, '')
  expect(Number(earnings)).toBeGreaterThan(0)
  await look('mining-contracts')
  await miner.getByRole('link', { name: 'Statement' }).click()
  const rows = page
    .getByRole('region', { name: 'Outputs by day' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows.last()).toContainText(/h at difficulty .+ \(block \d+\), subsidy .+, fee .+%, rejected .+%/)
  const coins = /\d\.\d{8}\s?tBTC \(\$[\d,]+\.\d\d\)/.source
  await expect(page.getByRole('region', { name: 'So far' })).toContainText(
    new RegExp(`If you’d just bought tBTC: ${coins}. Mining has paid ${coins}.`),
  )
  await look('mining-statement')
  await page.goto('/office/mining')
  await expect(page.getByRole('region', { name: 'Mining balances' })).toContainText(earnings.replace(/0+$/, ''))
  await look('mining-dashboard')
})

test('copies a trader within limits, shows copies live and a gap table that adds up, and stops and restarts', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  test.slow()
  watch.allow(/status of 400/)
  const operator = await enrolFirstOperator(product)
  await page.goto('/office/traders/steadfast')
  const start = page.getByRole('main').getByRole('button', { name: /^Copy / })
  await start.click()
  const dialog = page.getByRole('dialog', { name: 'Copy Steadfast' })
  const stake = dialog.getByLabel('Stake per copy, in $')
  const popup = page.getByRole('dialog', { name: 'COPY TRADER', exact: true })
  for (const [field, value, words] of [
    [stake, '9.99', 'The minimum amount is $10.00.'],
    [stake, '10.001', 'Enter an amount with at most two decimal places.'],
    [stake, 'ten', 'Enter an amount as a plain number, such as 10 or 25.50.'],
    [dialog.getByLabel('Skip copies above this stake, in $'), '9.99', 'The minimum amount is $10.00.'],
    [dialog.getByLabel('Stop-loss, in $'), '9.99', 'The minimum amount is $10.00.'],
  ] as [Locator, string, string][]) {
    const before = await field.inputValue()
    await field.fill(value)
    await dialog.getByRole('button', { name: 'Start copying', exact: true }).click()
    await expect(popup).toContainText(words)
    await popup.getByRole('button', { name: 'OK' }).click()
    await field.fill(before)
  }
  await stake.fill('10')
  await look('copy-dialog')
  await dialog.getByRole('button', { name: 'Start copying', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'COPY TRADER' })).toContainText(
    'You are now copying Steadfast.',
  )
  const stop = page.getByRole('main').getByRole('button', { name: 'Stop copying', exact: true })
  await expect(stop).toBeVisible()

  await page.getByRole('link', { name: 'View your results' }).click()
  const mine = page.getByRole('article', { name: 'Steadfast' })
  await mine.getByRole('button', { name: 'Trader vs. you' }).click()
  await expect(mine.getByText('Nothing to compare yet')).toBeVisible()
  // The trader places an order while the page is open. Its line appears live, first as open, then with its parts.
  const scheduled = await product.call(
    'experts.schedule',
    { tid: 'steadfast', symbol: 'ETHUSD', TYPE: 'BUY', interval: 5, inSeconds: 0, reason: 'Shown to be copied live.' },
    { secrete: operator },
  )
  expect(scheduled.status).toBe(200)
  const lines = mine.getByRole('region', { name: 'Trader vs. you' }).locator('tbody').getByRole('row')
  await expect(lines.filter({ hasText: 'BUY ETHUSD' }).first()).toBeVisible()
  const [copy] = (await product.call('trades', {}, { secrete: customer.secrete })).body
  expect(copy).toMatchObject({ by: 'copy', amount: '10.00', asset: 'ETHUSD', type: 'BUY' })
  await product.advance(10)
  await expect(lines.filter({ hasText: 'BUY ETHUSD' }).last()).not.toContainText('Open')
  for (const row of [...(await lines.all()), mine.locator('tfoot').getByRole('row')]) await expectToAddUp(row)
  await look('copy-gaps')

  // Copying ends here and starts again on the trader's page.
  await mine.getByRole('button', { name: 'Stop copying', exact: true }).click()
  await expect(mine.getByRole('button', { name: 'Stop copying', exact: true })).toBeHidden()
  await page.goto('/office/traders/steadfast')
  await expect(start).toBeVisible()
  await start.click()
  await dialog.getByRole('button', { name: 'Start copying', exact: true }).click()
  await expect(dialog).toBeHidden()
  await stop.click()
  await expect(start).toBeVisible()
})

/** Expects that trader + left out + delay + price + rounding + profit share = you, to the cent. */
async function expectToAddUp(row: Locator): Promise<void> {
  const figures = (await row.locator('td[data-end]').allInnerTexts()).map(cents)
  if (figures.some(Number.isNaN)) return
  expect(figures).toHaveLength(7)
  const mine = figures.pop()
  expect(figures.reduce((sum, part) => sum + part, 0)).toBe(mine)
}
