import { expect, test } from '../product.ts'

test('opens and closes the menu, and every link of it closes it', async ({ page, look }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByText('Trading', { exact: true }).click()
  await expect(menu.getByRole('link', { name: 'Trading Experts' })).toBeVisible()
  await look('menu')
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toBeHidden()
  for (const name of ['Sign In', 'Sign Up', 'Payouts', 'Contact Us', 'Privacy Policy', 'Terms Of Service']) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await menu.getByRole('link', { name }).click()
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})
