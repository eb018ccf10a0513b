import type { Locator, Page } from '@playwright/test'
import type { Product } from '../product.ts'
import { expect, type Customer } from './product.ts'

/**
 * Opens the dashboard. Waits for live prices, and for the ticket to show EURUSD, which every source in these tests has.
 */
export async function openDashboard(page: Page, product: Product): Promise<void> {
  await product.advance(5)
  await page.goto('/office/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Prices: Live' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Symbol: EURUSD/ })).toBeVisible()
}

/** Returns the button that places an order. */
export const side = (page: Page, type: 'BUY' | 'SELL') =>
  page.getByRole('region', { name: 'New trade' }).getByRole('button', { name: new RegExp(`^${type}`) })
export const openTrades = (page: Page) => page.getByRole('region', { name: 'Open trades' }).getByRole('listitem')
export const history = (page: Page) => page.getByRole('region', { name: 'Trade history' })
export const historyRows = (page: Page): Locator =>
  history(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
export const balanceText = (page: Page) => page.getByTestId('portfolio-balance')

export async function placeByCall(product: Product, { secrete }: Customer, order: Record<string, unknown>) {
  const answer = await product.call('trade', { symbols: 'EURUSD', interval: 5, ...order }, { secrete })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { id: string }
}
