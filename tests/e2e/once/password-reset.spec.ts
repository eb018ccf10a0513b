import { signUp } from '../../product.ts'
import { expect, mailedCode, test } from '../product.ts'
import { expectNotice, pasteCode } from '../sign-up.ts'

test('resets a password with an emailed code', async ({ page, product, look, watch }) => {
  watch.allow(/status of 40[01]/)
  const customer = await signUp(product)
  await page.goto('/account/reset')
  await page.getByRole('button', { name: 'SendCode' }).click()
  const email = page.getByLabel('Email', { exact: true })
  await expect(email).toHaveAccessibleDescription('Enter your email address.')
  await look('reset')
  await email.fill(customer.email)
  const before = (await product.mailbox()).find(({ to }) => to === customer.email)
  await page.getByRole('button', { name: 'SendCode' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Code sent to Mail' })).toBeVisible()
  await look('reset-password')
  const code = await mailedCode(product, customer.email, /\b(\d{5})\b/.exec(before?.text ?? '')?.[1])
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expectNotice(page, 'Fill all Form Fields')
  await pasteCode(page, code)
  // The last digit leads on, because the form isn't complete yet.
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill('the hill behind the house')
  await page.getByLabel('Confirm new password', { exact: true }).fill('the hill before the house')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByLabel('Confirm new password', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await page.getByLabel('Confirm new password', { exact: true }).fill('the hill behind the house')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page).toHaveURL(/\/office\/dashboard$/)
  // The old session and the old password no longer work.
  expect((await product.call('user', {}, { secrete: customer.secrete })).body.code).toBe('not_signed_in')
  expect((await product.call('login', { email: customer.email, pwd: customer.pwd })).body.code).toBe(
    'wrong_credentials',
  )
})
