import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TradeRecord } from '../../../contract/trading.ts'
import { expect, test } from '../product.ts'
import { billionths, RecordedFile } from '../recorded-file.ts'

/** Recorded prices lie beside the repository; the product does not ship them. */
const recording = fileURLToPath(new URL('../../../../shared/data/market/fx/EURUSD_tick_20140508.csv', import.meta.url))

test.use({ settings: { MARKET: `replay:${recording}` } })

test.beforeEach(() => test.info().skip(!existsSync(recording), `there is no recording at ${recording}`))

/** Older than this, a forex price is stale. Source: markets.md "Every source passes one gate". */
const toleranceMs = 30_000
/** The recording begins at midnight; at nine the market is awake. */
const nineHoursSeconds = 9 * 3600

/** Trades have the results that the file gives them. */
function expectAsRecorded(file: RecordedFile, trades: TradeRecord[], playedFromMs: number): void {
  for (const { type, acceptedAt, expiresAt, strike, exit, status, interval } of trades) {
    const prices = status !== 'VOID' && { strike: billionths(strike!), exit: billionths(exit!) }
    expect({ status, ...prices }, `${type} of ${interval} s accepted at ${acceptedAt}`).toEqual(file.expected(type, acceptedAt, expiresAt, playedFromMs, toleranceMs))
  }
}

test('gives trades on a recorded market the results that the recorded file says', async ({ page, product, customer, look }) => {
  const file = new RecordedFile(recording)
  await product.advance(nineHoursSeconds)
  await page.goto('/office/dashboard')
  await expect(page.getByRole('button', { name: /^Symbol: EURUSD/ })).toBeVisible()
  await page.getByRole('radio', { name: '5 s', exact: true }).check({ force: true })
  for (const type of ['BUY', 'SELL']) {
    await page.getByRole('region', { name: 'New trade' }).getByRole('button', { name: new RegExp(`^${type}`) }).click()
    await expect(page.getByRole('status').filter({ hasText: `Your ${type} on EURUSD` })).toBeVisible()
  }
  await product.advance(7)
  await expect(page.getByRole('region', { name: 'Trade reports' }).getByRole('heading', { name: 'TRADE REPORT' })).toHaveCount(2)
  await look('replayed-market')

  const calls = { secrete: customer.secrete }
  const trades = async () => (await product.call('trades', {}, calls)).body as TradeRecord[]
  // Every other interval by the calls, each side at its own moment of the recording.
  for (const interval of [5, 10, 30, 60, 180]) {
    for (const TYPE of ['BUY', 'SELL']) {
      const placed = await product.call('trade', { symbols: 'EURUSD', amount: '10', interval, TYPE }, calls)
      expect(placed.status, JSON.stringify(placed.body)).toBe(200)
      await product.advance(3)
    }
  }
  await product.advance(181)
  const settled = await trades()
  expect(settled).toHaveLength(12)
  const { now } = await (await fetch(`${product.url}/dev/clock`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"advanceSeconds":0.001}' })).json()
  const [first] = (await product.call('ticks', { symbol: 'EURUSD', from: String(now - 86_400_000), to: String(now) })).body as { at: number; source: string }[]
  expect(first!.source).toMatch(/#1$/)
  expectAsRecorded(file, settled, first!.at)
  expect(new Set(settled.map(({ status }) => status)).size).toBeGreaterThan(1)

  // What the page shows of its own two trades is what was recorded.
  const rows = page.getByRole('region', { name: 'Trade history' }).getByRole('row')
  await page.reload()
  await page.getByRole('button', { name: 'Older' }).click()
  for (const { type, strike, exit, status } of settled.slice(0, 2)) {
    const row = rows.filter({ has: page.getByRole('cell', { name: type }) })
    await expect(row).toContainText({ WON: 'Won', LOST: 'Lost', TIE: 'Tie', VOID: 'Void', OPEN: 'OPEN' }[status])
    await expect(row).toContainText(strike ?? '–')
    await expect(row).toContainText(exit ?? '–')
  }
})

test('takes no order on a symbol without a fresh price, and says so', async ({ page, product, customer, watch, look }) => {
  watch.allow(/status of 409/)
  expect(customer.secrete).not.toBe('')
  await product.advance(5)
  await page.goto('/office/dashboard')
  await page.getByRole('button', { name: /^Symbol: / }).click()
  await page.getByRole('searchbox', { name: 'Find a symbol' }).fill('btcusd')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No trade is taken until the price moves again.')).toBeVisible()
  await page.getByRole('region', { name: 'New trade' }).getByRole('button', { name: /^BUY/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'There is no fresh price for BTCUSD. Nothing was taken' })).toBeVisible()
  await look('dashboard-stale-symbol')
})
