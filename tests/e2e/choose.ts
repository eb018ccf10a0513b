import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/**
 * Chooses an option as a person would: clicks its label as soon as nothing covers it. The radio button itself is
 * hidden.
 */
export async function choose(page: Page, name: string): Promise<void> {
  const option = page.getByRole('radio', { name, exact: true })
  await page.locator('label').filter({ has: option }).click()
  await expect(option).toBeChecked()
}
