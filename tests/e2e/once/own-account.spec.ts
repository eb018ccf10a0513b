import type { Locator, Page } from '@playwright/test'
import { path } from '../../../web/paths.ts'
import { enrolFirstOperator, signUp, type Product } from '../../product.ts'
import { mailedLink, nextCode, sitAtDesk } from '../desk.ts'
import { expect, mailedCode, must, test, type Customer } from '../product.ts'

/** Changes to a person's own access: links from another device, customers' details, an operator's password. */

const secretOn = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('secrete'))

/** Opens a link that hands over the session of `from`. */
async function openLink(page: Page, product: Product, from: Customer): Promise<void> {
  const { code } = await must(product.call('handover', {}, from))
  // If the dashboard were already open, the link would change only the fragment.
  await page.goto('/about')
  await page.goto(`${path('dashboard')}#s=${code}`)
}

test('a link to another person’s account replaces the session only after confirmation', async ({
  page,
  customer,
  product,
  look,
}) => {
  const stranger = await signUp(product)
  await openLink(page, product, stranger)
  await expect(page.getByRole('heading', { name: 'Open this account on this device?' })).toBeFocused()
  await expect(page.getByText(`You’re signed in as ${customer.email}.`)).toBeVisible()
  await look('hand-over-question')
  expect(await secretOn(page)).toBe(customer.secrete)
  await page.getByRole('button', { name: 'Keep my session' }).click()
  await expect(page.getByRole('region', { name: 'New trade' })).toBeVisible()
  expect(await secretOn(page)).toBe(customer.secrete)

  await openLink(page, product, customer)
  await expect(page.getByRole('heading', { name: 'You’re already signed in to this account' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep my session' }).click()

  await openLink(page, product, stranger)
  await page.getByRole('button', { name: /^Open / }).click()
  await expect(page.getByRole('region', { name: 'New trade' })).toBeVisible()
  expect(await secretOn(page)).not.toBe(customer.secrete)
  // Follow a link, because in this test each new document starts with the first customer's secret.
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByText(stranger.email).filter({ visible: true }).first()).toBeVisible()
})

test('a customer changes their name, and their email with a code sent to the new one', async ({
  page,
  customer,
  product,
  look,
  watch,
}) => {
  watch.allow(/status of 400/)
  await page.goto(path('profile'))
  const panel = page.getByRole('region', { name: 'Change your details', exact: true })
  await panel.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await panel.getByRole('button', { name: 'Save' }).click()
  await prove(page, customer.pwd)
  await expect(page.getByRole('main').getByText('Ada Lovelace').filter({ visible: true }).first()).toBeVisible()

  const email = `new-${customer.email}`
  await panel.getByLabel('Detail to change').selectOption('email')
  await panel.getByLabel('New email').fill(email)
  await panel.getByRole('button', { name: 'Send a code to the new email' }).click()
  const code = await mailedCode(product, email)
  // Types the code with a wrong last digit.
  await typeCode(page, code.slice(0, -1) + ((Number(code.at(-1)) + 1) % 10))
  await panel.getByRole('button', { name: 'Save' }).click()
  await prove(page, customer.pwd)
  await expect(panel.getByRole('alert')).not.toBeEmpty()
  await look('own-details-wrong-code')
  await typeCode(page, code)
  await panel.getByRole('button', { name: 'Save' }).click()
  await prove(page, customer.pwd)
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(email).filter({ visible: true }).first()).toBeVisible()
})

test('an operator changes their password and ends their other sessions', async ({
  page: desk,
  product,
  look,
  watch,
}) => {
  watch.allow(/status of 403/)
  const owner = await enrolFirstOperator(product)
  const email = 'mary@example.org'
  const old = 'a lamp behind the door'
  await must(product.call('operators.invite', { email, roles: ['support'] }, { secrete: owner }))
  const token = (await mailedLink(product, email)).split('#token=')[1]!
  const { secret } = await must(product.call('operators.link', { token }))
  const first = await must(
    product.call('operators.enrol', {
      token,
      name: 'Mary Somerville',
      email,
      pwd: old,
      cpwd: old,
      totp: await nextCode(product, secret),
    }),
  )
  const here = await must(product.call('operators.login', { email, pwd: old, totp: await nextCode(product, secret) }))
  await sitAtDesk(desk, here.secrete)
  await desk.goto(path('operatorSecurity'))
  await expect(desk.getByText('This device')).toBeVisible()
  await look('own-access')

  const sessions = desk.getByRole('region', { name: 'Active sessions', exact: true })
  await fillProof(sessions, old, await nextCode(product, secret))
  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('button')).toHaveCount(0)
  expect((await product.call('operators.access', {}, first)).status).toBe(404)

  const password = desk.getByRole('region', { name: 'Password', exact: true })
  const fresh = 'a bridge of seven stones'
  await fillProof(password, 'something else', await nextCode(product, secret))
  await password.getByLabel('New password', { exact: true }).fill(fresh)
  await password.getByLabel('Confirm new password', { exact: true }).fill(fresh)
  await password.getByRole('button', { name: 'Update password' }).click()
  const refused = desk.getByRole('dialog', { name: 'OPERATOR', exact: true })
  await refused.getByRole('button', { name: 'OK' }).click()
  await expect(refused).toBeHidden()
  await fillProof(password, old, await nextCode(product, secret))
  await password.getByRole('button', { name: 'Update password' }).click()
  await expect(password.getByLabel('New password', { exact: true })).toHaveValue('')
  await must(product.call('operators.login', { email, pwd: fresh, totp: await nextCode(product, secret) }))
})

/** Fills in the proof that each change to an operator's access requires. */
async function fillProof(form: Locator, pwd: string, code: string): Promise<void> {
  await form.getByLabel('Current password', { exact: true }).fill(pwd)
  await form.getByLabel('Code from your authenticator app').fill(code)
}

/** Types the password that a change requires. */
async function prove(page: Page, pwd: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change your details' })
  await dialog.getByLabel('Password', { exact: true }).fill(pwd)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 5').focus()
  await page.keyboard.type(code)
  for (const [at, digit] of [...code].entries())
    await expect(page.getByLabel(`Digit ${at + 1} of 5`)).toHaveValue(digit)
}
