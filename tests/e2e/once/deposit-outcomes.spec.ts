import sharp from 'sharp'
import { mine, pay, waitForChains } from '../chains.ts'
import { expect, test } from '../product.ts'

test('lets the customer send a receipt, then cancel', async ({ page, product, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await waitForChains(product)
  await page.goto('/office/mining/deposit')
  await look('mining-plans')
  await page.getByRole('link', { name: 'Deposit with the Basic plan' }).first().click()
  await page.getByRole('link', { name: /tETH/ }).click()
  await page.getByText('Payment not showing up?').click()
  await page.getByRole('button', { name: 'Send receipt' }).click()
  await expect(page.getByText('Choose a file.')).toBeVisible()
  await page.getByLabel('Payment receipt').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#8ac' } })
      .png()
      .toBuffer(),
  })
  await look('receipt-chosen')
  await page.getByRole('button', { name: 'Send receipt' }).click()
  await expect(page.getByRole('status').getByText('PAYMENT RECEIPT', { exact: true })).toBeVisible()
  await expect(
    page.locator('section').getByText('PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.'),
  ).toBeVisible()
  await look('receipt-pending')
  await page.getByRole('button', { name: 'Cancel this deposit' }).click()
  await look('cancel-deposit')
  await page.getByRole('button', { name: 'Cancel deposit', exact: true }).click()
  await expect(page).toHaveURL(/\/office\/deposit$/)
  await expect(page.locator('#history').getByText('Cancelled', { exact: true })).toBeVisible()
})

test('lets the customer send an overpayment back or have it credited', async ({ page, product, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await waitForChains(product)
  await page.goto('/office/deposit/pay?title=Bronze&cur=BTC&amount=500&coin=null')
  await expect(page.getByRole('img', { name: /QR code for the payment/ })).toBeVisible()
  const address = await page.locator('code').first().textContent()
  await pay(product, 'BTC', address!)
  await pay(product, 'BTC', address!)
  await mine(product, 'BTC', 2)
  const choice = page.getByRole('region', { name: 'Credit or send back' })
  await expect(choice).toContainText('Choose what to do with')
  await look('overpaid')
  const deposit = page.url()
  await choice.getByRole('link', { name: 'Send back' }).click()
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Refund BTC')
  await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('BTC')
  await look('overpaid-send-back')
  await page.goto(deposit)
  await choice.getByRole('button', { name: 'Credit' }).click()
  await expect(page.getByText(/has been credited to your trading account/).first()).toBeVisible()
  await expect(choice).toBeHidden()
})
