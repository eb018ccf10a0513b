import { expect, test } from '../product.ts'
import { recordingPath } from '../../recorded-market/recording.ts'
import { RecordedFile } from '../recorded-file.ts'
import { tradeEveryInterval } from '../recorded-trades.ts'

const recording = recordingPath('fx/EURUSD_tick_20140508.csv')

test.use({ settings: { MARKET: `replay:${recording}` } })

/** A forex price is stale after this time. Source: docs/spec/markets.md "Every source passes one gate". */
const toleranceMs = 30_000
/** The recording starts at midnight. At nine, the market is active. */
const nineHoursSeconds = 9 * 3600

test('settles trades of every interval on a recorded market as the recording determines', async ({
  page,
  product,
  look,
}) => {
  await product.advance(nineHoursSeconds)
  await tradeEveryInterval(page, product, { file: new RecordedFile(recording), symbol: 'EURUSD', toleranceMs })
  await look('replayed-market')
})

test('refuses orders on a symbol without a fresh price, and shows the reason', async ({
  page,
  product,
  customer,
  watch,
  look,
}) => {
  watch.allow(/status of 409/)
  expect(customer.secrete).not.toBe('')
  await product.advance(5)
  await page.goto('/office/dashboard')
  await page.getByRole('button', { name: /^Symbol: / }).click()
  await page.getByRole('searchbox', { name: 'Find a symbol' }).fill('btcusd')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Symbol: BTCUSD\s*no price feed/ })).toBeVisible()
  await page.getByRole('region', { name: 'New trade' }).getByRole('button', { name: /^BUY/ }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We have no current price for BTCUSD. You weren’t charged' }),
  ).toBeVisible()
  await look('dashboard-stale-symbol')
})
