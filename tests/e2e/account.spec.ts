import { expect, mailedCode, test } from './product.ts'
import {
  continueOn,
  expectNotice,
  expectWarning,
  fillContact,
  fillPerson,
  newEmail,
  pasteCode,
  pwd,
} from './sign-up.ts'

test('signs up from the home page in three steps, signs out and in again', async ({
  page,
  product,
  look,
  watch,
  isMobile,
}) => {
  watch.allow(/status of 40[01]/)
  const email = newEmail()
  await page.goto('/')
  await expect(page.getByText('Nothing here can be cashed out.')).toBeVisible()
  await look('home')
  await page.goto('/account/signup')
  await look('sign-up-1')
  await continueOn(page)
  await expectNotice(page, 'Fill all Form Fields')
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
  await expect(page.getByLabel('I am 18 or older.')).toHaveAccessibleDescription('Confirm that you are 18 or older.')
  await fillPerson(page, { email, cpwd: 'another river' })
  await continueOn(page)
  await look('sign-up-warning')
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await fillPerson(page, { email })
  await continueOn(page)
  await expect(page.getByRole('heading', { name: 'Where can we reach you?' })).toBeFocused()
  await continueOn(page)
  await expectNotice(page, 'Fill all Form Fields')
  await expect(page.getByLabel('Country')).toHaveAccessibleDescription('Choose your country.')
  await fillContact(page)
  await look('sign-up-2')
  await continueOn(page)
  await expect(page.getByRole('status').filter({ hasText: 'Code sent to Mail' })).toBeVisible()
  await look('sign-up-3')

  const first = await mailedCode(product, email)
  await page.getByRole('button', { name: 'REGISTER' }).click()
  await expectNotice(page, 'Fill all Form Fields')
  const wrong = first === '00000' ? '00001' : '00000'
  await page.getByLabel('Digit 1 of 5').click()
  await page.keyboard.type(wrong)
  // The last digit sends the form. The button does too.
  await expectWarning(page, 'REGISTRATION', 'Incorrect code.')
  await page.getByRole('button', { name: 'REGISTER' }).click()
  await expectWarning(page, 'REGISTRATION', 'Incorrect code.')

  await page.getByRole('button', { name: 'RESEND CODE' }).click()
  const second = await mailedCode(product, email, first)
  await expect(page.getByLabel('Digit 1 of 5')).toHaveValue('')
  await pasteCode(page, second)
  await expect(page).toHaveURL(/\/office\/dashboard$/)

  if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.getItem('secrete'))).toBeNull()

  await page.goto('/account/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not my password')
  await look('sign-in')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectWarning(page, 'LOGIN', 'Incorrect email or password.')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Incorrect email or password.')
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/office\/dashboard$/)
})
