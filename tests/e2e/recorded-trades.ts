import type { Page } from '@playwright/test'
import { tradeIntervals, type TradeRecord } from '../../api/calls/trading/trading.ts'
import type { Product } from '../product.ts'
import { choose } from './choose.ts'
import { expect } from './product.ts'
import { billionths, type RecordedFile } from './recorded-file.ts'
import { signUpInBrowser } from './sign-up.ts'

/** States as the history shows them. By then, no trade is open. */
const words: Record<string, string> = { WON: 'Won', LOST: 'Lost', TIE: 'Tie', VOID: 'Void' }

/** Places a BUY and a SELL order for an interval on the ticket, as a person would. */
async function placePair(page: Page, symbol: string, interval: number): Promise<void> {
  const ticket = page.getByRole('region', { name: 'New trade' })
  await choose(page, `${interval} s`)
  for (const type of ['BUY', 'SELL']) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api?r=trade'))
    await ticket.getByRole('button', { name: new RegExp(`^${type}`) }).click()
    const answer = await answered
    expect(answer.status(), await answer.text()).toBe(200)
    expect(answer.request().postDataJSON()).toMatchObject({ symbols: symbol, interval, TYPE: type })
  }
}

/**
 * Signs up a new customer in the browser, places a BUY and a SELL order for every interval, and expects the results
 * that the file determines. Returns the session secret.
 */
export async function tradeEveryInterval(
  page: Page,
  product: Product,
  { file, symbol, toleranceMs }: { file: RecordedFile; symbol: string; toleranceMs: number },
): Promise<string> {
  await signUpInBrowser(page, product)
  // By keyboard, because content that loads above the button may move it away from the pointer.
  await page.getByRole('button', { name: /^Symbol: / }).press('Enter')
  await page.getByRole('searchbox', { name: 'Find a symbol' }).fill(symbol)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: new RegExp(`^Symbol: ${symbol}`) })).toBeVisible()
  for (const interval of tradeIntervals.toReversed()) {
    await placePair(page, symbol, interval)
    await product.advance(3)
  }
  await product.advance(Math.max(...tradeIntervals) + 1)
  await expect(
    page.getByRole('region', { name: 'Trade reports' }).getByRole('heading', { name: 'TRADE REPORT' }).first(),
  ).toBeVisible()

  const secrete = await page.evaluate(() => localStorage.getItem('secrete')!)
  const trades = (await product.call('trades', {}, { secrete })).body as TradeRecord[]
  const pairs = trades.map(({ asset, interval, type }) => `${asset} ${interval} ${type}`)
  expect(pairs.toSorted()).toEqual(
    tradeIntervals.flatMap((interval) => ['BUY', 'SELL'].map((type) => `${symbol} ${interval} ${type}`)).toSorted(),
  )
  const playedFromMs = await playedFrom(product, symbol)
  const rows = page.getByRole('region', { name: 'Trade history' }).getByRole('row')
  await page.reload()
  for (const trade of trades) {
    const { type, interval, acceptedAt, expiresAt } = trade
    const expected = file.expected(type, acceptedAt, expiresAt, playedFromMs, toleranceMs)
    expect(resultOf(trade), `${type} of ${interval} s accepted at ${acceptedAt}`).toEqual(expected)
    // The page shows the same result.
    const row = rows.filter({ has: page.getByRole('cell', { name: `${type} ${interval} s`, exact: true }) })
    const cells = await Promise.all(
      ['State', 'Strike', 'Exit'].map((name) => row.locator(`[data-label="${name}"]`).innerText()),
    )
    expect(cells[0]).toContain(words[expected.status])
    if (expected.status !== 'VOID')
      expect([shownPrice(cells[1]!), shownPrice(cells[2]!)]).toEqual([expected.strike, expected.exit])
  }
  expect(new Set(trades.map(({ status }) => status)).size).toBeGreaterThan(1)
  return secrete
}

/** Converts a price as pages show it, such as 61,784.63, to billionths. Throws if its digits are grouped otherwise. */
function shownPrice(text: string): bigint {
  expect(text.trim()).toMatch(/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/)
  return billionths(text.trim().replaceAll(',', ''))
}

function resultOf({ status, strike, exit }: TradeRecord) {
  return status === 'VOID' ? { status } : { status, strike: billionths(strike!), exit: billionths(exit!) }
}

/** Returns when the product published the first row of its recording. */
async function playedFrom(product: Product, symbol: string): Promise<number> {
  const now = await product.advance(0.001)
  const [first] = (await product.call('ticks', { symbol, from: String(now - 86_400_000), to: String(now) })).body as {
    at: number
    source: string
  }[]
  expect(first!.source).toMatch(/#1$/)
  return first!.at
}
