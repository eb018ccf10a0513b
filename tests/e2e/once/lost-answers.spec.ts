import { totpCode } from '../../../server/platform/sign-in/test-totp.ts'
import { verify } from '../little-world.ts'
import { expect, must, test } from '../product.ts'

test('requests only one withdrawal if the response is lost and the customer retries with another code', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  watch.allow(/net::ERR_FAILED/)
  const { secrete } = customer
  await verify(product, secrete)
  const { secret } = await must(product.call('totp.begin', { pwd: customer.pwd }, { secrete }))
  const nextCode = async () => {
    await product.advance(30)
    return totpCode(secret, Date.now())
  }
  await must(product.call('totp.confirm', { totp: await nextCode() }, { secrete }))

  await page.goto('/office/withdrawals')
  const request = page.getByRole('button', { name: 'Withdraw', exact: true })
  const code = page.getByLabel('Authenticator code')
  await page.getByLabel('Method').selectOption('ETH')
  await page.getByLabel(/^Amount/).fill('40')
  await page.getByRole('button', { name: 'Use a test address' }).click()
  await expect(page.getByLabel('Ethereum test address')).toHaveValue(/^0x[\da-f]{40}$/i)
  await look('withdrawal-test-address')
  await code.fill(await nextCode())
  await page.route(
    '**/api?r=withdraw',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await request.click()
  const popup = page.getByRole('dialog', { name: 'WITHDRAWAL' })
  await expect(popup).toContainText('Check your connection and try again.')
  await popup.getByRole('button', { name: 'OK' }).click()

  await code.fill(await nextCode())
  await request.click()
  await expect(page.getByRole('status').filter({ hasText: 'is pending.' })).toBeVisible()
  expect(await must(product.call('withdrawals', {}, { secrete }))).toHaveLength(1)
})
