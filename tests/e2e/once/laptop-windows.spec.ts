import { expect, test } from '../product.ts'

test('shows BUY and SELL to a new account without scrolling on laptops', async ({ page, product, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await product.advance(5)
  const ticket = page.getByRole('region', { name: 'New trade' })
  for (const [width, height] of [
    [1366, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/office/dashboard')
    await expect(page.getByRole('status').filter({ hasText: 'Prices: Live' })).toBeVisible()
    await expect(page.getByText('Verify your identity to withdraw. You can trade right away.')).toBeVisible()
    for (const type of ['BUY', 'SELL'] as const) {
      const box = (await ticket.getByRole('button', { name: new RegExp(`^${type}`) }).boundingBox())!
      expect(box.y, `${type} at ${width}x${height}`).toBeGreaterThan(0)
      expect(box.y + box.height, `${type} at ${width}x${height}`).toBeLessThanOrEqual(height)
    }
    const small = await ticket.locator('button, label:has(input), summary').evaluateAll((all) =>
      all
        .map((one) => [one.textContent, one.getBoundingClientRect()] as const)
        .filter(([, box]) => box.width < 24 || box.height < 24)
        .map(([words]) => words),
    )
    expect(small, `targets under 24 px at ${width}x${height}`).toEqual([])
    await look(`dashboard-${width}x${height}`)
  }
})
