import { mailedCode, expect, test } from '../product.ts'
import { continueOn, fillContact, fillPerson, newEmail, pasteCode } from '../sign-up.ts'

const popup = 'dialog[open]'

test('goes back to the step and field that caused a refusal, and shows the reason', async ({
  page,
  product,
  watch,
  look,
}) => {
  watch.allow(/status of 400/)
  const email = newEmail()
  await page.goto('/account/signup')
  await fillPerson(page, { email, name: 'Ada 🙂' })
  await continueOn(page)
  await fillContact(page)
  await continueOn(page)
  await page.locator(popup).getByRole('button', { name: 'OK' }).click()
  const name = page.getByLabel('Name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter a name of 1 to 60 letters.')
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await look('sign-up-name-refused')
  await name.fill('Ada Byron')
  await expect(name).toHaveAccessibleDescription('')

  await continueOn(page)
  // Going back to correct a field keeps all input.
  await expect(page.getByLabel('Phone')).toHaveValue(/^7400 \d{6}$/)
  await page.getByLabel('Phone').fill('12')
  await continueOn(page)
  const code = await mailedCode(product, email)
  await pasteCode(page, code === '00000' ? '00001' : '00000')
  await page.locator(popup).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(
    'Enter a valid phone number for the selected country.',
  )
  await page.getByLabel('Phone').fill('7400 123456')
  await continueOn(page)
  const second = await mailedCode(product, email, code)
  await pasteCode(page, second === '00000' ? '00001' : '00000')
  await page.locator(popup).getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Digit 1 of 5')).toBeFocused()
  await expect(page.getByRole('group', { name: 'Code' })).toHaveAccessibleDescription(/^Incorrect code\./)
  await look('sign-up-code-refused')
  await pasteCode(page, second)
  await expect(page).toHaveURL(/\/office\/dashboard$/)
})
