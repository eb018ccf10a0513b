import { listedPages } from '../../web/site/page-meta.ts'
import { path, patterns } from '../../web/paths.ts'
import { expect, test } from './product.ts'

const publicPages = (Object.keys(listedPages) as (keyof typeof listedPages)[]).map((name) => patterns[name])
const officePages = ['dashboard', 'officeMining', 'officeMiningPlans', 'officeYieldPlans', 'officeDeposit', 'officeTradingPlans', 'withdrawals', 'traders', 'profile', 'security', 'limits', 'affiliates', 'statement'] as const

test('reads from right to left in Arabic on every public page: whole, accessible, nothing beside the page', async ({ page, product, look }) => {
  await product.advance(30)
  for (const address of publicPages) {
    await page.goto(`/ar${address === '/' ? '' : address}`)
    await expect(page.locator('html'), address).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/\p{Script=Arabic}/u)
    await look(`arabic${address.replaceAll('/', '-')}`)
  }
})

test('reads from right to left in Arabic in the office', async ({ page, customer, look }) => {
  expect(customer.secrete).toBeTruthy()
  for (const name of officePages) {
    await page.goto(`/ar${path(name)}`)
    await expect(page.getByRole('heading', { level: 1 }), name).toHaveText(/\p{Script=Arabic}/u)
    await expect(page.getByTestId('loading')).toHaveCount(0)
    await look(`arabic-${name}`)
  }
})
