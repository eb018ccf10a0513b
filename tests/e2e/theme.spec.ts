import { expect, test } from './product.ts'

test('starts with the system’s theme and remembers the chosen one', async ({ page, colorScheme }) => {
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  await page.goto('/')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-color-scheme', colorScheme!)
  await page.getByRole('button', { name: `Switch to ${other} theme` }).click()
  await expect(html).toHaveAttribute('data-color-scheme', other)
  await page.goto('/about')
  await expect(html).toHaveAttribute('data-color-scheme', other)
  await page.getByRole('button', { name: `Switch to ${colorScheme} theme` }).click()
  await expect(html).toHaveAttribute('data-color-scheme', colorScheme!)
})

test('applies the chosen theme before the first paint', async ({ page, context, colorScheme }) => {
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  await page.goto('/')
  await page.getByRole('button', { name: `Switch to ${other} theme` }).click()
  // Records the theme when the body starts, before the first paint, and every later change.
  await context.addInitScript(() => {
    const seen: (string | null)[] = []
    const root = () => document.documentElement.getAttribute('data-color-scheme')
    const note = () => {
      if (document.body && seen.at(-1) !== root()) seen.push(root())
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { themesSeen: seen })
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: `Switch to ${colorScheme} theme` })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { themesSeen: string[] }).themesSeen)).toEqual([other])
})
