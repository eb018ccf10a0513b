import { path } from '../../../web/paths.ts'
import { expect, test } from '../product.ts'

test('lets a visitor guess without an account and check the receipt', async ({ page, product, look }) => {
  await product.advance(5)
  await page.clock.install()
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Up or down in 5 seconds?' })
  const accepted = page.waitForResponse(/r=guess$/)
  await card.getByRole('button', { name: 'Up' }).click()
  expect((await accepted).status()).toBe(200)
  await expect(card.getByRole('timer')).toBeVisible()
  await product.advance(8)
  await page.clock.runFor(6_000)
  await card.getByText('Receipt', { exact: true }).click()
  await card.getByRole('button', { name: 'Check here' }).click()
  await expect(card.getByRole('status')).toContainText('Correct')
  await expect(card.getByRole('button', { name: 'Guess 20 times' })).toBeEnabled()
  await look('guess-receipt')
})

test('shows signed-in visitors their office instead of Login and Register', async ({ page, customer }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto(path('about'))
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await expect(part.getByRole('link', { name: 'Your office' }).first()).toBeVisible()
    await expect(part.getByRole('link', { name: /^(Login|Register)$/ })).toHaveCount(0)
  }
})
