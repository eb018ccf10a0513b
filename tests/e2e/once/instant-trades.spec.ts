import type { Page } from '@playwright/test'
import { choose } from '../choose.ts'
import { balanceText, history, historyRows, openDashboard, openTrades, side } from '../dashboard.ts'
import { expect, test } from '../product.ts'

/** Calls that the trading screen makes every 30 s, whether the customer trades or not. */
const repeated = ['symbols', 'prices.refused']

/** Returns where the chart, the results, the open trades and the ticket are. They must never move. */
const places = (page: Page) =>
  Promise.all(
    [/^EURUSD/, 'Trade reports', 'Open trades', 'New trade', 'Trade history'].map((name) =>
      page.getByRole('region', { name }).evaluate((region) => {
        const { x, y, width, height } = region.getBoundingClientRect()
        return { x, y, width, ...(region.id !== 'tradehistory' && { height }) }
      }),
    ),
  )

test('shows an order before the server responds, and settles it with one request', async ({
  page,
  product,
  customer,
}) => {
  expect(customer.secrete).not.toBe('')
  await openDashboard(page, product)
  await expect(history(page).getByText('No trades yet')).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await page.route(/\/api\?r=trade(&|$)/, (route) => answered.promise.then(() => route.continue()))
  await choose(page, '60 s')
  const requests: string[] = []
  page.on('request', (request) => {
    const call = new URL(request.url()).searchParams.get('r')
    if (call) requests.push(call)
  })
  const placesBefore = await places(page)
  await side(page, 'BUY').click()
  await expect(openTrades(page)).toHaveCount(1)
  await expect(openTrades(page)).toContainText('Sending')
  expect(await places(page)).toEqual(placesBefore)
  await expect(openTrades(page).getByRole('timer')).toHaveText(/^(1:00|0:[0-5]\d)$/)
  answered.resolve()
  await expect(openTrades(page)).not.toContainText('Sending')
  await expect(historyRows(page)).toHaveCount(1)
  await product.advance(63)
  await expect(openTrades(page)).toHaveCount(0)
  await expect(historyRows(page).first()).toContainText(/Won|Lost|Tie/)
  expect(await places(page)).toEqual(placesBefore)
  await expect.poll(() => requests.filter((call) => !repeated.includes(call))).toEqual(['trade', 'totalbalance'])
})

test('removes an order that the server refuses', async ({ page, product, customer, watch }) => {
  watch.allow(/status of 409/)
  expect(customer.secrete).not.toBe('')
  await openDashboard(page, product)
  const refusal = { code: 'stake_limit', msg: 'This would put more than $50,000.00 at stake at the same time.' }
  const answered = Promise.withResolvers<void>()
  await page.route(/\/api\?r=trade(&|$)/, (route) =>
    answered.promise.then(() => route.fulfill({ status: 409, json: refusal })),
  )
  await side(page, 'SELL').click()
  await expect(openTrades(page)).toHaveCount(1)
  answered.resolve()
  await expect(page.getByText(refusal.msg)).toBeVisible()
  await expect(openTrades(page)).toHaveCount(0)
  await expect(balanceText(page)).toHaveText('$10,000.00')
})
