import type { Page } from '@playwright/test'
import type { Product } from '../product.ts'
import { expect, mailedCode } from './product.ts'

/** The steps of signing up, as a person performs them. */

export const pwd = 'a long and quiet river'
let people = 0
export const newEmail = () => `visitor-${process.pid}-${(people += 1)}@example.org`

export async function fillPerson(
  page: Page,
  { name = 'Ada Byron', email, cpwd = pwd }: { name?: string; email: string; cpwd?: string },
): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(pwd)
  await page.getByLabel('Confirm password', { exact: true }).fill(cpwd)
  await page.getByLabel('I am 18 or older.').check()
  // Checks the box itself: a click in the middle of the label would open the terms.
  await page.locator('input[name=accept]').check()
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Country' }).fill('united king')
  await expect(page.getByRole('option', { name: 'United Kingdom' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Dial code')).toHaveValue('+44')
  // A unique number: two people with the same name and number count as one person.
  await page.getByLabel('Phone').fill(`7400 ${100_000 + ((process.pid * 97 + people) % 900_000)}`)
  await page.getByRole('radio', { name: /EUR/ }).check()
}

export const continueOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

export async function pasteCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of 5').evaluate((box, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, code)
}

/** Signs up from the first page to the dashboard. Returns the email address. */
export async function signUpInBrowser(page: Page, product: Product): Promise<string> {
  const email = newEmail()
  await page.goto('/account/signup')
  await fillPerson(page, { email })
  await continueOn(page)
  await fillContact(page)
  await continueOn(page)
  // The last digit registers.
  await pasteCode(page, await mailedCode(product, email))
  await expect(page).toHaveURL(/\/office\/dashboard$/)
  return email
}

/** Expects this notice above the fields of the page's form. */
export const expectNotice = (page: Page, text: string) =>
  expect(page.getByRole('main').getByRole('alert')).toHaveText(text)

/** Expects a warning popup and closes it with OK. */
export async function expectWarning(page: Page, title: string, msg: string): Promise<void> {
  const popup = page.getByRole('dialog', { name: title })
  await expect(popup).toContainText(msg)
  await popup.getByRole('button', { name: 'OK' }).click()
  await expect(popup).toBeHidden()
}
