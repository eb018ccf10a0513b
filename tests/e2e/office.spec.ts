import { patterns } from '../../web/paths.ts'
import { expect, test } from './product.ts'

/** Those of one contract are shown where a test has one. */
const pages = Object.entries(patterns).filter(([name, address]) => address.startsWith('/office') && name !== 'dashboard' && !address.includes(':id'))

test('shows every office page', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  for (const [name, address] of pages) {
    await page.goto(address.replace(':tid', 'breakwater'))
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    await expect(page.getByText('Nothing here can be cashed.'), address).toBeVisible()
    await look(`office-${name}`)
  }
})

test('opens the office menu and the bottom bar on a phone, or the side menu beside the page', async ({ page, customer, look, isMobile }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await look('office-menu')
  }
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Withdrawals' }).click()
  await expect(page).toHaveURL(/\/office\/withdrawals$/)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  if (isMobile) {
    await page.getByRole('navigation', { name: 'Main places' }).getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/office\/profile$/)
  }
})
