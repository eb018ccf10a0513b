import { patterns } from '../../web/paths.ts'
import { expect, test } from './product.ts'

const publicPages = Object.entries(patterns).filter(([name, address]) => !/^\/(office|operator)|:/.test(address) && name !== 'index')

test('shows every public page whole, readable and without outside requests', async ({ page, product, look }) => {
  await product.advance(30)
  for (const [name, address] of publicPages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    await expect(page.getByText('Nothing here can be cashed.').first(), address).toBeVisible()
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
