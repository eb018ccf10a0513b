import type { Page } from '@playwright/test'
import { mkdirSync } from 'node:fs'
import { expect, test } from '../product.ts'

/** Returns the number of pages that `page.pdf()` creates, and keeps the file for inspection. */
async function pagesOnPaper(page: Page, name: string): Promise<number> {
  mkdirSync('test-results/print', { recursive: true })
  const pdf = await page.pdf({ path: `test-results/print/${name}.pdf`, format: 'A4', printBackground: true })
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length
}

const white = 'rgb(255, 255, 255)'

test('prints the complete statement on white without menus, even in the dark theme', async ({
  page,
  product,
  customer,
}) => {
  await product.advance(5)
  for (let order = 0; order < 12; order += 1)
    expect(
      (
        await product.call(
          'trade',
          { symbols: 'EURUSD', amount: '10', interval: 5, TYPE: 'BUY' },
          { secrete: customer.secrete },
        )
      ).status,
    ).toBe(200)
  await product.advance(60)
  await page.addInitScript(() => localStorage.setItem('color-scheme', 'dark'))
  await page.goto('/office/statement?tab=ledger')
  await expect(page.getByRole('table', { name: 'Statement' }).getByRole('row')).not.toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation'),
    page.getByRole('button'),
  ])
    await expect(hidden.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText(customer.email)).toBeVisible()
  await expect(page.getByText('Nothing here can be cashed out.')).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', white)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(18, 24, 26)')
  // On narrow paper, the statement stays a table with its header on every page.
  await page.setViewportSize({ width: 680, height: 1000 })
  await expect(page.locator('thead')).toHaveCSS('display', 'table-header-group')
  await expect(page.locator('tbody tr').first()).toHaveCSS('break-inside', 'avoid')
  await page.screenshot({ path: 'test-results/print/statement.png', fullPage: true })
  expect(await pagesOnPaper(page, 'statement')).toBeGreaterThanOrEqual(1)
})

test('prints only a trade’s receipt, with all of its ticks', async ({ page, product, customer }) => {
  await product.advance(5)
  expect(
    (
      await product.call(
        'trade',
        { symbols: 'EURUSD', amount: '10', interval: 30, TYPE: 'SELL' },
        { secrete: customer.secrete },
      )
    ).status,
  ).toBe(200)
  await product.advance(60)
  await page.goto('/office/dashboard')
  await page
    .getByRole('button', { name: /^Replay SELL EURUSD/ })
    .first()
    .click()
  const receipt = page.getByRole('dialog', { name: /SELL EURUSD/ })
  await expect(receipt.getByRole('table')).toBeVisible()
  await expect(receipt.getByText('Receipt', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: 'New trade' })).toBeHidden()
  await expect(page.getByText('Nothing here can be cashed out.')).toBeVisible()
  await expect(receipt.getByRole('table')).toBeVisible()
  const cut = await receipt
    .getByRole('region', { name: 'Ticks during the trade' })
    .evaluate((element) => element.scrollHeight > element.clientHeight + 1)
  expect(cut).toBe(false)
  await page.screenshot({ path: 'test-results/print/receipt.png', fullPage: true })
  expect(await pagesOnPaper(page, 'receipt')).toBeLessThanOrEqual(3)
})

test('prints the terms with all clauses expanded', async ({ page }) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('details p').last()).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(await pagesOnPaper(page, 'terms')).toBeGreaterThan(2)
})
