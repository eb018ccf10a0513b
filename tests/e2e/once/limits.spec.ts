import { signUp } from '../../product.ts'
import { expect, test } from '../product.ts'

test('a customer limits stakes, raises the limit a day later, and takes a time-out', async ({
  page,
  customer: _,
  watch,
  look,
}) => {
  watch.allow(/limits\.set/)
  await page.goto('/office/limits')
  await look('limits-none')
  await page.getByRole('button', { name: 'Set: Maximum stake per trade' }).click()
  await page.getByLabel('Maximum stake per trade').fill('12.345')
  await page.getByRole('button', { name: 'Save' }).click()
  const popup = page.getByRole('dialog', { name: 'LIMITS' })
  await expect(popup).toContainText('Enter an amount as a plain number with at most two decimal places')
  await popup.getByRole('button', { name: 'OK' }).click()
  // The input is still there.
  await expect(page.getByLabel('Maximum stake per trade')).toHaveValue('12.345')
  await page.getByLabel('Maximum stake per trade').fill('25')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your limit applies now.')).toBeVisible()
  const stake = page.getByRole('region', { name: 'Stake' })
  await expect(stake).toContainText('25.00')

  await stake.getByRole('button', { name: 'Change: Maximum stake per trade' }).click()
  await stake.getByRole('button', { name: 'No limit' }).click()
  await expect(stake).toContainText('No limit from')
  // In a narrow window, the message at the bottom covers other content.
  await page.getByRole('status').getByRole('button', { name: 'Close', exact: true }).click()
  await look('limits-waiting')
  await stake.getByRole('button', { name: 'Keep current limit' }).click()
  await expect(stake.getByText('No limit from')).toBeHidden()
  await expect(stake).toContainText('25.00')

  const timeOut = page.getByRole('region', { name: 'Time-out' })
  await expect(timeOut.getByRole('button', { name: 'Start time-out' })).toBeDisabled()
  await timeOut.getByLabel('Duration').selectOption('3 days')
  await timeOut.getByLabel('Type TIME OUT to confirm').fill('time out')
  await timeOut.getByRole('button', { name: 'Start time-out' }).click()
  await expect(
    page.getByText('You can’t place orders or deposit. You can still sign in, see everything and withdraw.'),
  ).toBeVisible()
  await look('limits-away')
})

test('a reality check covers the page until the customer confirms it', async ({ page, customer, product, look }) => {
  const call = (name: string, input: object) =>
    fetch(`${product.url}/api?r=${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', secrete: customer.secrete },
      body: JSON.stringify(input),
    })
  expect((await call('limits.set', { name: 'reality', value: '10' })).status).toBe(200)
  for (let minute = 0; minute < 11; minute++) {
    await fetch(`${product.url}/dev/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceSeconds: 60 }),
    })
    await fetch(`${product.url}/api?r=limits.reality`, { headers: { secrete: customer.secrete } })
  }
  await page.goto('/office/limits')
  const dialog = page.getByRole('dialog', { name: 'Reality check' })
  await expect(dialog).toContainText('Trades placed')
  await page.mouse.click(3, 3)
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await look('reality-check')
  await dialog.getByRole('button', { name: 'I’ve seen this' }).click()
  await expect(dialog).toBeHidden()
})

test('a referral link leads to a sign-up with its code, and the new customer sees the referrer', async ({
  page,
  customer: _,
  product,
  look,
}) => {
  await page.goto('/office/affiliates')
  const link = await page.getByLabel('Referral link').inputValue()
  expect(link).toMatch(/\/\?ref=[2-9CFGHJMPQRVWX]{8}$/)
  const banners = page.getByRole('img', { name: /Your banner/ })
  await expect(banners).toHaveCount(3)
  await expect(banners.first()).toHaveAttribute('src', /font-face/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Download PNG: Leaderboard/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^tallystick-leaderboard-\w{8}\.png$/)
  await look('affiliates')

  const code = link.slice(-8)
  // On a public page, because the office’s regular calls would be refused.
  await page.goto('/about')
  await page.evaluate(() => localStorage.removeItem('secrete'))
  await page.goto(`/?ref=${code.toLowerCase()}`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('referral'))).toContain(code)
  await page.goto('/account/signup')
  await expect(page.getByText(`Invited with the code ${code}`)).toBeVisible()
  await look('signup-invited')
  await page.getByRole('button', { name: 'Register without it' }).click()
  await expect(page.getByText('Invited with the code')).toBeHidden()

  const referred = await signUp(product, { ref: code })
  await page.evaluate((secrete) => localStorage.setItem('secrete', secrete), referred.secrete)
  await page.goto('/office/affiliates')
  await expect(page.getByRole('region', { name: 'Your referrers' })).toContainText('of your confirmed deposits')
})
