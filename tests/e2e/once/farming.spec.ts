import { mine, waitForChains } from '../chains.ts'
import { expect, test } from '../product.ts'

/** Yield contracts on the product's test chains, paid from the development tools' faucet. */
test('opens a contract with leverage, pays for it, receives weekly interest, and ends it early', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  // The server refuses input outside a plan's limits while the customer is typing.
  watch.allow(/status of 400/)
  await waitForChains(product)
  await page.goto('/office/yield/contracts')
  await expect(page.getByText('No Active Yield Contracts yet.')).toBeVisible()
  await look('yield-contracts-empty')
  await page.getByRole('link', { name: 'View plans' }).click()
  await page.getByRole('radio', { name: /Bitcoin Reach/ }).check()
  await expect(page.getByText(/8\.84% APR · APY 9\.23%/).first()).toBeVisible()
  await expect(page.getByText('liquidated', { exact: true })).toBeVisible()
  await look('yield-plans')
  await page.getByLabel(/^Amount/).fill('5')
  await expect(page.getByText('This plan’s minimum amount is $1,000.00.')).toBeVisible()
  await look('yield-refused')
  await page.getByLabel(/^Amount/).fill('1200')
  await page.getByRole('slider', { name: 'Leverage' }).fill('2.5')
  await page.getByLabel('Days', { exact: true }).fill('800')
  await expect(page.getByText('The maximum lock period is 730 days.')).toBeVisible()
  await page.getByLabel('Days', { exact: true }).fill('28')
  await expect(page.getByText('You keep at 2.5×')).toBeVisible()
  await page.getByRole('button', { name: 'Open contract', exact: true }).click()
  await expect(page.getByRole('img', { name: /QR code for the payment/ })).toBeVisible()
  await look('yield-payment')
  const address = await page.locator('code').first().textContent()
  // A pending contract reopens its payment view.
  await page.goto('/office/yield/deposit')
  await expect(page.locator('code').first()).toHaveText(address!)
  await page.getByRole('button', { name: 'Pay with test coins' }).click()
  await expect(page.getByRole('status').filter({ hasText: /Payment seen|Confirming/ })).toBeVisible()
  await mine(product, 'BTC', 2)
  await expect(page.getByText('the contract has started')).toBeVisible()
  await page.getByRole('link', { name: 'My yield contracts', exact: true }).click()
  await expect(page.getByText('Bitcoin Reach · 2.5× leverage')).toBeVisible()
  await look('yield-contracts')
  await product.advance(7 * 86_400)
  await expect(
    page
      .locator('dl')
      .getByText(/\$[1-9]\.\d\d/)
      .first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Statement' }).last().click()
  await expect(
    page.getByText(/^7 days: \$[\d.,]+ at 0\.11% a week, less \$[\d.,]+ borrowed at 0\.\d+% a week$/),
  ).toBeVisible()
  await look('yield-statement')
  await page.getByRole('link', { name: 'My yield contracts', exact: true }).first().click()
  const [contract] = (await product.call('activeyields', {}, { secrete: customer.secrete })).body
  if (contract.state === 'running') {
    await page.getByRole('button', { name: 'End early' }).click()
    await look('yield-end-early')
    await page.getByRole('button', { name: 'End contract' }).click()
    await expect(page.getByText('closed early')).toBeVisible()
    await look('yield-contracts-ended')
  }
})

test('cancels a contract that is waiting for its payment', async ({ page, customer, product }) => {
  await waitForChains(product)
  expect(
    (await product.call('farm', { plan: 'eth-steady', amount: '100', type: 'ETH' }, { secrete: customer.secrete }))
      .status,
  ).toBe(200)
  await page.goto('/office/yield/deposit')
  await page.getByRole('button', { name: 'Cancel this deposit' }).click()
  await page.getByRole('button', { name: 'Cancel deposit', exact: true }).click()
  await expect(page.getByText('The contract has been cancelled.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open a yield contract', exact: true })).toBeVisible()
})
