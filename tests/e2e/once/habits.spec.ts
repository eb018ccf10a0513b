import { expect, test } from '../product.ts'

test('finds pages, symbols and actions with Ctrl+K, recent ones first', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: 'Go to a page or run an action' })
  const field = palette.getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await look('palette')
  await field.fill('wdr')
  await expect(palette.getByRole('option').first()).toContainText('Withdrawals')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await palette.getByRole('option', { selected: true }).getAttribute('id'))!,
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/office\/withdrawals$/)
  await expect(palette).toBeHidden()

  await page.getByRole('button', { name: 'Find a page or action' }).click()
  await expect(palette.getByRole('option').first()).toContainText('Withdrawals')
  await field.fill('gbp/usd')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/office\/dashboard$/)
  await expect(page.getByRole('button', { name: /^Symbol: GBPUSD/ })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('no such thing at all')
  await expect(palette.getByRole('status')).toHaveText('No results.')
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
})

test('finds public pages, themes and languages on public pages', async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Find a page or action' })
  await field.fill('datacen')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mining\/datacenters$/)
  await page.keyboard.press('Control+k')
  await field.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#0c1012')
  await page.keyboard.press('Control+k')
  await field.fill('francais')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/fr\/mining\/datacenters$/)
})

test('lists the shortcuts with ?, except while typing', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/dashboard')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const amount = page.getByRole('region', { name: 'New trade' }).getByRole('textbox', { name: /Amount/ })
  await amount.focus()
  await page.keyboard.press('?')
  await expect(keys).toBeHidden()
  await amount.blur()
  await page.keyboard.press('?')
  await expect(keys).toBeVisible()
  await look('keyboard-help')
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(keys).toBeVisible()
})

test('hides amounts across the office until they are shown again, except in the terms of a new trade', async ({
  page,
  customer,
  look,
}) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  const balance = page.getByTestId('portfolio-balance')
  await expect(balance).toHaveText(/^\$[\d,.]+$/)
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(balance).toContainText('••••••')
  await expect(page.getByRole('main')).not.toContainText(/\$\d/)
  await page.reload()
  await expect(balance).toContainText('amount hidden')
  await page.goto('/office/affiliates')
  await expect(page.getByRole('main')).toContainText('••••••')
  await look('privacy')
  await page.goto('/office/dashboard')
  await expect(page.getByRole('region', { name: 'New trade' })).toContainText(/\$\d/)
  await page.getByRole('button', { name: 'Show amounts' }).click()
  await expect(balance).toHaveText(/^\$[\d,.]+$/)
})
