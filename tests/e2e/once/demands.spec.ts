import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { totpCode } from '../../../server/platform/sign-in/test-totp.ts'
import { path as pathOf } from '../../../web/paths.ts'
import { enrolFirstOperator } from '../../product.ts'
import { expectDone, rowOf, sitAtDesk } from '../desk.ts'
import { expect, must, test } from '../product.ts'

/** Requirements that the operator sets for customers, and alarms for operators. */

const profile = path.join(mkdtempSync(path.join(tmpdir(), 'tallystick-profile-')), 'operator.json')
const reviseTerms = (day: string) => writeFileSync(profile, JSON.stringify({ termsRevised: day }))
reviseTerms('2026-01-01')

test.use({ settings: { CHAINS: '0', OPERATOR_PROFILE: profile } })

let owner = ''
/** More wrong attempts than it takes to lock out an IP address, and the longest time that the lockout lasts. */
const wrongTries = 8
const lockSeconds = 7_200

test.beforeEach(async ({ product, watch }) => {
  watch.allow(/status of 40[0-9]/)
  owner ||= await enrolFirstOperator(product)
})

test('shows new terms until the customer accepts them, and blocks nothing in the meantime', async ({
  page,
  product,
  customer,
  look,
  watch,
}) => {
  watch.allow(/WebSocket connection to \S+ failed/)
  const notice = page.getByRole('region', { name: /^Our terms changed on/ })
  await page.goto(pathOf('security'))
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible()
  await expect(notice).toBeHidden()
  reviseTerms('2026-03-01')
  await product.kill('SIGTERM')
  await product.restart()
  await page.goto(pathOf('security'))
  await expect(notice).toContainText('1 March 2026')
  await look('terms-notice')
  expect((await product.call('statement', {}, { secrete: customer.secrete })).status).toBe(200)
  await notice.getByRole('button', { name: 'Not now' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await notice.getByRole('button', { name: 'Accept the terms' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible()
  await expect(notice).toBeHidden()
  expect(await must(product.call('terms', {}, { secrete: customer.secrete }))).toMatchObject({
    current: '2026-03-01',
    accepted: '2026-03-01',
  })
})

test('requires a second factor, leads to the security page, and opens the office after the setup', async ({
  page,
  product,
  customer,
  secondWindow: desk,
  look,
}) => {
  await sitAtDesk(desk, owner)
  await desk.goto(pathOf('operatorRates'))
  const setting = desk.getByRole('region', { name: 'Second factor for customers' })
  await expect(setting).toContainText('Optional')
  await setting.getByRole('button', { name: 'Change' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Second factor for customers' })
  await dialog.getByRole('combobox').selectOption({ label: 'Always' })
  await look('desk-second-factor', desk)
  await dialog.getByLabel('Reason', { exact: true }).fill('Accounts were taken over.')
  await dialog.getByRole('button', { name: 'Save change' }).click()
  await expectDone(desk, 'The setting has been changed. The new value applies immediately.')
  await expect(setting).toContainText('Always')

  const notice = page.getByRole('region', { name: 'Set up a second factor' })
  await page.goto(pathOf('withdrawals'))
  await expect(page).toHaveURL(/\/office\/security$/)
  await expect(notice).toContainText('Every account here needs an authenticator app or a passkey.')
  await look('second-factor-demanded')
  expect((await product.call('statement', {}, { secrete: customer.secrete })).body.code).toBe('second_factor_required')

  const { secret } = await must(product.call('totp.begin', { pwd: customer.pwd }, { secrete: customer.secrete }))
  const totp = totpCode(secret, Date.now())
  await must(product.call('totp.confirm', { totp }, { secrete: customer.secrete }))
  await page.reload()
  await expect(page.getByRole('region', { name: 'Passkeys' })).toBeVisible()
  await expect(notice).toBeHidden()
  await page.goto(pathOf('withdrawals'))
  await expect(page.getByRole('heading', { name: 'Withdrawals', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/office\/withdrawals$/)

  await page.goto(pathOf('signUp'))
  await expect(page.getByText('After you sign up, you’ll set up a second factor')).toBeVisible()
  await page.goto(`${pathOf('transparency')}#rules`)
  await expect(page.locator('#rules')).toContainText('Every account needs a second factor')
})

test('shows an alarm at the desk from when it is raised until it clears', async ({ page: desk, product, look }) => {
  await sitAtDesk(desk, owner)
  await desk.goto(pathOf('operator'))
  await expect(desk.getByText('No open alarms.')).toBeVisible()
  for (let tries = 0; tries < wrongTries; tries += 1)
    await product.call('operators.login', { email: 'grace@example.org', pwd: 'not the password', totp: '000000' })
  await desk.reload()
  await expect(
    rowOf(desk, 'Alarms', 'Too many failed attempts to sign in to an operator’s desk account.'),
  ).toBeVisible()
  await expect(desk.getByText('1 open alarm', { exact: true })).toBeVisible()
  await look('desk-alarm')

  await product.advance(lockSeconds)
  owner = await enrolFirstOperator(product)
  await sitAtDesk(desk, owner)
  await desk.goto(pathOf('operator'))
  await expect(desk.getByText('No open alarms.')).toBeVisible()
})
