import type { CDPSession, Page } from '@playwright/test'
import { totpCode } from '../../../server/platform/sign-in/test-totp.ts'
import type { Product } from '../../product.ts'
import { expect, test } from '../product.ts'

// Passkeys need a host name instead of an IP address.
test.use({ baseURL: async ({ product }, use) => use(product.url.replace('127.0.0.1', 'localhost')) })

const wrong = 'not the password at all'

/**
 * Adds a device with a screen lock that stores passkeys (WebAuthn's virtual authenticator, Chrome DevTools Protocol).
 */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}

async function prove(page: Page, pwd: string, action: string, factor?: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(pwd)
  if (factor) await dialog.getByLabel(/^(Authenticator code|Recovery code)$/).fill(factor)
  await dialog.getByRole('button', { name: action }).click()
}

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(code)
}

/** Returns the authenticator code. Moves the product's clock by half a minute, so that the code can be used again. */
async function nextCode(product: Product, secret: string): Promise<string> {
  await fetch(`${product.url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceSeconds: 30 }),
  })
  return totpCode(secret, Date.now())
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('secrete'))
  await page.goto('/account/signin')
}

async function fillSignIn(page: Page, email: string, pwd: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('sets up an authenticator app, signs in with its code and with a recovery code, and removes it', async ({
  page,
  customer,
  look,
  product,
  watch,
}) => {
  watch.allow(/status of 40[13]/)
  await page.goto('/office/security')
  const app = panel(page, 'Authenticator app')
  await app.getByRole('button', { name: 'Set up app' }).click()
  await prove(page, wrong, 'Continue')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Incorrect password.')
  await look('security-proof')
  await prove(page, customer.pwd, 'Continue')
  const secret = (await app.locator('code').first().innerText()).replaceAll(' ', '')
  await look('security-app-set-up')
  await typeCode(page, await nextCode(product, secret))
  await app.getByRole('button', { name: 'Turn on app' }).click()
  const codes = app.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()
  await look('security-recovery-codes')
  await app.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(app).toContainText('Recovery codes left: 10')

  await signOut(page)
  await fillSignIn(page, customer.email, customer.pwd)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await look('sign-in-second-factor')
  // The last digit sends the code.
  await typeCode(page, '000000')
  await expect(page.getByRole('dialog', { name: 'LOGIN' })).toContainText('Incorrect second factor.')
  await page.getByRole('button', { name: 'OK' }).click()
  await typeCode(page, await nextCode(product, secret))
  await expect(page).toHaveURL(/office\/dashboard/)

  await signOut(page)
  await fillSignIn(page, customer.email, customer.pwd)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/office\/dashboard/)

  await page.goto('/office/security')
  await expect(app).toContainText('Recovery codes left: 9')
  await expect(panel(page, 'Sign-in history')).toContainText('Wrong second factor')
  await app.getByRole('button', { name: 'Remove app' }).click()
  await prove(page, customer.pwd, 'Remove', await nextCode(product, secret))
  await expect(app.getByRole('button', { name: 'Set up app' })).toBeVisible()
})

test('adds a passkey, signs in with it while password sign-in is locked, and removes it', async ({
  page,
  customer,
  look,
  product,
  watch,
}) => {
  watch.allow(/status of 40[13]|status of 429/)
  await addAuthenticator(page)
  await page.goto('/office/security')
  const passkeys = panel(page, 'Passkeys')
  await passkeys.getByLabel('Passkey name').fill('Test laptop')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await prove(page, customer.pwd, 'Continue')
  await passkeys.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(passkeys).toContainText('Test laptop')
  await look('security-passkey')

  for (let turn = 0; turn < 6; turn++) await product.call('login', { email: customer.email, pwd: wrong })
  await signOut(page)
  await look('sign-in-passkey')
  await fillSignIn(page, customer.email, customer.pwd)
  await expect(page.getByRole('dialog', { name: 'LOGIN' })).toContainText('Too many attempts.')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/office\/dashboard/)

  await product.advance(3600)
  await page.goto('/office/security')
  await passkeys.getByRole('button', { name: 'Remove Test laptop' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(customer.pwd)
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(passkeys).not.toContainText('Test laptop')
})

test('creates and revokes a key, signs out devices, and freezes, unfreezes, exports and closes the account', async ({
  page,
  customer,
  look,
  product,
  watch,
}) => {
  watch.allow(/status of 40[139]/)
  const other = (await product.call('login', { email: customer.email, pwd: customer.pwd })).body.secrete
  await page.goto('/office/security')
  const keys = panel(page, 'API keys')
  await keys.getByLabel('Key name').fill('Robot')
  await keys.getByRole('radio', { name: 'Read and trade' }).check()
  await keys.getByRole('button', { name: 'Create key' }).click()
  await prove(page, customer.pwd, 'Create key')
  const key = await keys.getByRole('status').locator('code').innerText()
  await look('security-key')
  expect((await product.call('user', {}, { secrete: key })).body.email).toBe(customer.email)
  await keys.getByRole('button', { name: 'I’ve copied it' }).click()
  await keys.getByRole('button', { name: 'Revoke Robot' }).click()
  await expect(keys).toContainText('No keys yet')
  expect((await product.call('user', {}, { secrete: key })).status).toBe(401)

  await panel(page, 'Where you’re signed in').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await prove(page, customer.pwd, 'Sign out')
  await expect(panel(page, 'Where you’re signed in').getByRole('listitem')).toHaveCount(1)
  expect((await product.call('user', {}, { secrete: other })).status).toBe(401)

  await panel(page, 'Freeze my account').getByRole('button', { name: 'Freeze account' }).click()
  const frozen = panel(page, 'Your account is frozen')
  await expect(frozen).toContainText('You froze the account.')
  await look('security-frozen')
  await frozen.getByRole('button', { name: 'Unfreeze account' }).click()
  await prove(page, customer.pwd, 'Unfreeze')
  await expect(panel(page, 'Freeze my account')).toBeVisible()

  const download = page.waitForEvent('download')
  await panel(page, 'My data').getByRole('button', { name: 'Download ledger (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('tallystick-ledger.csv')

  const close = panel(page, 'Close my account')
  await close.getByRole('button', { name: 'Close my account' }).click()
  await prove(page, customer.pwd, 'Close account')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The account still holds $10,000.00')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await close.getByLabel('I forfeit the remaining balance').check()
  await close.getByRole('button', { name: 'Close my account' }).click()
  await prove(page, customer.pwd, 'Close account')
  await expect(page).toHaveURL(/:\d+\/$/)
  expect((await product.call('login', { email: customer.email, pwd: customer.pwd })).status).toBe(401)
})
