import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { totpCode } from '../../../server/platform/sign-in/test-totp.ts'
import type { Product } from '../../product.ts'
import { mine, waitForChains } from '../chains.ts'
import { choose } from '../choose.ts'
import { expect, test } from '../product.ts'
import { signUpInBrowser } from '../sign-up.ts'

// A separate instance of the product, because the one-time link works only once. Its test chains run.
test.use({ settings: { CHAINS: '1' } })

const operator = { name: 'Grace Hopper', email: 'grace@example.org', pwd: 'a bell under the water' }
const coolingSeconds = 24 * 3600
const oneBlock = { timeout: 20_000 }
const phone = { width: 360, height: 740 }

/** A picture of a passport page, as from a phone. */
const passport = async () => ({
  name: 'passport.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">' +
        '<rect width="1200" height="800" fill="#dfe6ee"/>' +
        '<text x="90" y="180" font-size="72" font-family="sans-serif">PASSPORT ADA BYRON</text></svg>',
    ),
  )
    .jpeg()
    .toBuffer(),
})

/** Returns the authenticator code. Moves the product's clock by half a minute, so that the code can be used again. */
const nextCode = async (product: Product, secret: string) => {
  await product.advance(30)
  return totpCode(secret, Date.now())
}

/** Follows the one-time link from the first start. Returns the secret of the second factor. */
async function openDesk(desk: Page, product: Product): Promise<string> {
  const { pathname, hash } = new URL(product.operatorLink!)
  await desk.goto(pathname + hash)
  await expect(desk.getByRole('heading', { name: 'The first operator' })).toBeVisible()
  await expect(desk).toHaveURL(/\/operator\/setup$/)
  const secret = (await desk.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/).innerText()).replaceAll(' ', '')
  await desk.getByLabel('Name').fill(operator.name)
  await desk.getByLabel('Email', { exact: true }).fill(operator.email)
  await desk.getByLabel('Password', { exact: true }).fill(operator.pwd)
  await desk.getByLabel('Confirm password', { exact: true }).fill(operator.pwd)
  await desk.getByLabel('Code from the app').fill(await nextCode(product, secret))
  await desk.getByRole('button', { name: 'Open the desk' }).click()
  await expect(desk).toHaveURL(/\/operator$/)
  return secret
}

async function signInAtDesk(desk: Page, product: Product, secret: string): Promise<void> {
  await desk.getByLabel('Email', { exact: true }).fill(operator.email)
  await desk.getByLabel('Password', { exact: true }).fill(operator.pwd)
  await desk.getByLabel('Code from your authenticator app').fill(await nextCode(product, secret))
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Records every state that the deposit's page shows from now on. */
async function recordStates(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shown: string[] = ((globalThis as unknown as { shownStates: string[] }).shownStates = [])
    const note = () => {
      const text = document.querySelector('p[role="status"]')?.textContent
      if (text && shown.at(-1) !== text) shown.push(text)
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    note()
  })
  return () => page.evaluate(() => (globalThis as unknown as { shownStates: string[] }).shownStates)
}

/** Resolves right after an automatic block, so the next one is a whole interval away. */
async function nextBlock(product: Product): Promise<void> {
  const height = await mine(product, 'BTC')
  await expect
    .poll(async () => (await product.call('explorer.block', { coin: 'BTC', height: String(height + 1) })).status, {
      ...oneBlock,
      intervals: [100],
    })
    .toBe(200)
}

async function deposit(page: Page, product: Product): Promise<void> {
  await waitForChains(product)
  await page.goto('/office/deposit/pay?title=Bronze&cur=BTC&amount=500&coin=null')
  await expect(page.getByRole('img', { name: /QR code for the payment/ })).toBeVisible()
  await nextBlock(product)
  const states = await recordStates(page)
  await page.getByRole('button', { name: 'Pay with test coins' }).click()
  for (const shown of ['Payment seen', 'Confirming 1/2']) {
    await expect(page.getByRole('status').filter({ hasText: shown })).toBeVisible()
    await mine(product, 'BTC')
  }
  await expect(page.getByText('€500.00 credited')).toBeVisible()
  expect(await states()).toEqual([
    'Waiting for your payment',
    'Payment seen',
    'Confirming 1/2',
    'CONFIRMED · €500.00 credited',
  ])
}

async function trade(page: Page, product: Product): Promise<void> {
  await product.advance(5)
  await page.goto('/office/dashboard')
  await expect(page.getByTestId('portfolio-balance')).toHaveText('€10,500.00')
  await choose(page, '5 s')
  await page.getByRole('region', { name: 'New trade' }).getByRole('button', { name: /^BUY/ }).click()
  await expect(page.getByRole('region', { name: 'Open trades' }).getByRole('listitem')).toHaveCount(1)
  await product.advance(60)
  await expect(page.getByRole('heading', { name: 'TRADE REPORT' })).toBeVisible()
}

async function sendDocuments(page: Page): Promise<void> {
  await page.goto('/office/profile')
  await page.getByRole('button', { name: 'Verify now' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'ID VERIFICATION' })
  await dialog.getByText('Passport').click()
  await dialog.getByLabel('Page with your photo').setInputFiles(await passport())
  await dialog.getByRole('button', { name: 'Submit document' }).click()
  await expect(page.getByText('An operator is checking your documents.')).toBeVisible()
}

async function approveDocuments(desk: Page): Promise<void> {
  await desk.goto('/operator/verifications')
  await desk.getByRole('button', { name: /^Open the/ }).click()
  await desk.getByLabel('Why are you opening this document?').fill('First check of this passport')
  await desk.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(desk.getByText('Account name')).toBeVisible()
  await desk.getByRole('button', { name: 'Approve' }).click()
}

async function requestWithdrawal(page: Page, address: string): Promise<void> {
  await page.goto('/office/withdrawals')
  await page.getByLabel('Method').selectOption('ETH')
  await page.getByLabel(/^Amount/).fill('400')
  await page.getByLabel('Ethereum test address').fill(address)
  await expect(page.getByText('You receive')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is pending.' })).toBeVisible()
}

test('works from sign-up to a payout on a real chain: deposit, trade, verification, withdrawal', async ({
  page,
  secondWindow: desk,
  product,
  look,
  watch,
}) => {
  // The whole way, in two windows and both themes.
  test.setTimeout(360_000)
  watch.allow(/status of 40[01]|400 \(Bad Request\)|status of 404.*(operators|withdrawals)|api\?r=operators/)
  const outside = `0x${randomBytes(20).toString('hex')}`

  await signUpInBrowser(page, product)
  await deposit(page, product)
  await look('money-deposited')
  await trade(page, product)

  await sendDocuments(page)
  const secret = await openDesk(desk, product)
  await look('money-desk', desk)
  await approveDocuments(desk)
  await expect(page.getByText('You can withdraw.')).toBeVisible()
  await expect(page.getByText('First check of this passport')).toBeVisible()

  // Other tests cover the earlier steps on a small screen.
  await page.setViewportSize(phone)
  await requestWithdrawal(page, outside)
  const withdrawal = page.getByRole('region', { name: 'Your withdrawals' }).getByRole('listitem').first()
  await expect(withdrawal).toContainText('PENDING')
  await look('money-withdrawal-asked')
  await desk.goto('/operator/withdrawals')
  await expect(desk.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await product.advance(coolingSeconds)

  // Operators' sessions expire after twelve hours.
  await desk.goto('/operator/withdrawals')
  await expect(desk).toHaveURL(/\/operator\/signin/)
  await signInAtDesk(desk, product, secret)
  await desk.getByRole('button', { name: 'Approve' }).click()
  await look('money-desk-approve', desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(withdrawal).toContainText(/\d of 3 confirmations/, oneBlock)
  await mine(product, 'ETH', 3)
  await expect(withdrawal).toContainText('COMPLETED')
  await look('money-withdrawal-completed')

  await withdrawal.getByRole('link', { name: 'View transaction' }).click()
  await expect(page).toHaveURL(/\/explorer\/eth\/tx\/0x[0-9a-f]{64}$/)
  await expect(page.getByText(new RegExp(outside, 'i'))).toBeVisible()
  const hash = page.url().slice(-66)
  await look('money-explorer')
  await page.goto('/payouts')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${hash}"]`) })
  await expect(row).toContainText('COMPLETED')
  await look('money-payouts')
})
