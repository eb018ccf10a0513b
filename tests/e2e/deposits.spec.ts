import { mine, waitForChains } from './chains.ts'
import { expect, test } from './product.ts'

/** Deposits on the product's test chains, paid from the development tools' faucet. */
test('chooses a plan, pays with test bitcoin and watches the payment confirm live', async ({
  page,
  product,
  customer,
  look,
}) => {
  expect(customer.secrete).not.toBe('')
  await waitForChains(product)
  await page.goto('/office/deposit')
  await expect(page.getByText('No Deposits Yet')).toBeVisible()
  await look('deposits-empty')
  await page.getByRole('link', { name: /Trading deposit/ }).click()
  await look('trading-plans')
  await page.getByRole('button', { name: /Bronze/ }).click()
  await page.getByRole('link', { name: /Pay about .* tBTC/ }).click()
  await expect(page.getByRole('img', { name: /QR code for the payment/ })).toBeVisible()
  await expect(page).toHaveURL(/tid=/)
  await look('pay')
  const address = await page.locator('code').first().textContent()
  await page.reload()
  await expect(page.locator('code').first()).toHaveText(address!)
  await page.getByRole('button', { name: 'Pay with test coins' }).click()
  const state = page.getByRole('status').filter({ hasText: /Payment seen|Confirming|CONFIRMED/ })
  await expect(state).toBeVisible()
  await mine(product, 'BTC', 2)
  await expect(page.getByText('CONFIRMED')).toBeVisible()
  await expect(page.getByText('$500.00 credited')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trade now' })).toBeVisible()
  await look('paid')
  const transfer = await page.getByText(/^Ledger transfer \d+$/).innerText()
  const [{ id }] = (await product.call('statement', {}, { secrete: customer.secrete })).body
  expect(transfer).toBe(`Ledger transfer ${id}`)
  await page.getByRole('main').getByRole('link', { name: 'Deposit history' }).click()
  await expect(page.locator('#history').getByText('CONFIRMED', { exact: true })).toBeVisible()
  await look('deposit-history')
})
