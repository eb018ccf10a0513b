import type { Product } from '../../product.ts'
import { enrolFirstOperator } from '../../product.ts'
import { mine, pay, waitForChains } from '../chains.ts'
import { choose } from '../choose.ts'
import { expect, test } from '../product.ts'

let operator: string | undefined
const operatorOf = async (product: Product) => (operator ??= await enrolFirstOperator(product))

test('shows a bonus with its terms, and transfers its unlocked part', async ({ page, product, customer, look }) => {
  const secrete = await operatorOf(product)
  await page.goto('/office/withdrawals')
  const bonus = page.getByRole('region', { name: 'Bonus' })
  await expect(
    bonus.getByText('When you verify your identity, you get a one-time bonus of $25.00 in practice money.'),
  ).toBeVisible()
  const { id } = (await product.call('user', {}, { secrete: customer.secrete })).body as { id: string }
  const grant = (amount: string, turnoverTimes: number) =>
    product.call(
      'bonus.grant',
      { customer: id, amount, turnoverTimes, reason: 'For a lesson that was finished' },
      { secrete },
    )
  expect((await grant('20', 0)).status).toBe(200)
  expect((await grant('50', 5)).status).toBe(200)
  // The open page updates.
  await expect(bonus.getByRole('list', { name: 'Bonuses' }).getByRole('listitem')).toHaveCount(2)
  await expect(bonus.getByText('$0.00 of $250.00 in stakes settled.')).toBeVisible()
  await look('bonus')
  await bonus.getByRole('button', { name: 'Move $20.00 to trading' }).click()
  await expect(page.getByText('We moved $20.00 to your trading account.')).toBeVisible()
  await expect(bonus.getByRole('definition').first()).toHaveText('$50.00')
  await expect(bonus.getByRole('button', { name: /^Move/ })).toBeHidden()
})

test('lets a customer review a paid plan, and an operator hide the text but not the stars', async ({
  page,
  product,
  customer,
  secondWindow,
  look,
}) => {
  test.slow()
  const secrete = await operatorOf(product)
  const asCustomer = { secrete: customer.secrete }
  await page.goto('/office/trading/deposit')
  const starter = page.getByRole('listitem').filter({ hasText: 'Starter' })
  await expect(starter.getByText('No reviews yet')).toBeVisible()

  await waitForChains(product)
  const quoted = await product.call(
    'createtrnx',
    { type: 'BTC', plan: 'starter', amount: '100', coin: 'null' },
    asCustomer,
  )
  expect(quoted.status).toBe(200)
  await pay(product, 'BTC', quoted.body.address)
  await expect(async () => {
    await mine(product, 'BTC')
    expect((await product.call('reviews.mine', {}, asCustomer)).body).toHaveLength(1)
  }).toPass({ timeout: 60_000 })

  await page.reload()
  await starter.getByRole('button', { name: 'No reviews yet. Write the first one for Starter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reviews of Starter' })
  await choose(page, '4 ★')
  await dialog.getByLabel('Your review').fill('Arrived after two blocks, as its page says.')
  await dialog.getByRole('button', { name: 'Publish review' }).click()
  await expect(dialog.getByRole('list', { name: 'Reviews' }).getByText('Arrived after two blocks')).toBeVisible()
  await expect(dialog.getByText('Ada B.')).toBeVisible()
  await look('reviews')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(starter.getByRole('button', { name: '4.0 · 1 review for Starter' })).toBeVisible()
  await look('plans-with-reviews')
  await secondWindow.goto('/')
  await expect(
    secondWindow.getByRole('listitem').filter({ has: secondWindow.getByRole('heading', { name: 'Starter' }) }),
  ).toContainText('Stars: 4.0 · Reviews: 1')

  await secondWindow.addInitScript((value) => localStorage.setItem('operator-secrete', value), secrete)
  await secondWindow.goto('/operator/reviews')
  await secondWindow.getByRole('button', { name: 'Hide text' }).click()
  const decision = secondWindow.getByRole('dialog', { name: 'Hide the text written by Ada B.?' })
  await decision.getByLabel('Published reason').selectOption({ label: 'It wasn’t about the plan.' })
  await decision.getByRole('button', { name: 'Hide text' }).click()
  await expect(secondWindow.getByText('Hidden: It wasn’t about the plan.')).toBeVisible()
  await look('desk-reviews', secondWindow)
  await page.reload()
  await starter.getByRole('button', { name: '4.0 · 1 review for Starter' }).click()
  await expect(
    dialog.getByRole('listitem').getByText('We have hidden this text: It wasn’t about the plan.'),
  ).toBeVisible()
})
