import { expect, test } from '../product.ts'

test('opens and closes the menu, and closes it when a link is followed', async ({ page, look }) => {
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

test('finds a page from the menu, with a list that fits the screen', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/ar/office/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('banner').getByRole('button').first().click()
  await page.locator('dialog[open] button:not([aria-label])').first().click()
  await expect(page.locator('dialog[open]').getByRole('combobox')).toBeFocused()
  await expect(page.locator('dialog[open]')).toHaveCount(1)
  await look('palette-arabic')
  await page.locator('dialog[open]').getByRole('option').nth(5).click()
  await expect(page).toHaveURL(/\/ar\/office\/(?!profile)/)
})
