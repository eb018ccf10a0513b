import { patterns } from '../../web/paths.ts'
import { expect, test } from './product.ts'

const publicPages = Object.entries(patterns).filter(([name, address]) => !address.startsWith('/office') && name !== 'index')

test('shows every public page whole, readable and without outside requests', async ({ page, look }) => {
  for (const [name, address] of publicPages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    await expect(page.getByText('Nothing here can be cashed.'), address).toBeVisible()
    await expect(page, address).toHaveTitle(/Tallystick/)
    await look(`public-${name}`)
  }
})

test('says that a page does not exist', async ({ page, look, watch }) => {
  watch.allow(/status of 404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()
  await look('not-found')
})

test('opens and closes the menu, and every link of it closes it', async ({ page, look }, { project }) => {
  testOn(project.name, 'phone')
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

/** The small screen's menu is on small screens only. */
function testOn(project: string, wanted: string): void {
  test.info().skip(project !== wanted, `only on the ${wanted}`)
}
