import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** Chooses an option as a person does: by its words, once nothing lies over them. The round button itself is out of sight. */
export async function choose(page: Page, name: string): Promise<void> {
  const option = page.getByRole('radio', { name, exact: true })
  await page.locator('label').filter({ has: option }).click()
  await expect(option).toBeChecked()
}
