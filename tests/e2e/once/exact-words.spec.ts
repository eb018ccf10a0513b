import sharp from 'sharp'
import { expect, test } from '../product.ts'

// Texts that docs/spec/product.md section 8 specifies exactly and that no other test covers.

test('uses the specified texts for actions and for an empty list of copied traders', async ({
  page,
  customer,
  watch,
}) => {
  watch.allow(/status of 400/)
  expect(customer.secrete).not.toBe('')
  const warning = async (title: string, msg: string) => {
    const popup = page.getByRole('dialog', { name: title, exact: true })
    await expect(popup).toContainText(msg)
    await popup.getByRole('button', { name: 'OK' }).click()
    await expect(popup).toBeHidden()
  }
  await page.goto('/office/profile')
  // By keyboard, because content that loads above the button may move it away from the pointer.
  await page.getByRole('button', { name: 'Update password' }).press('Enter')
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    'Enter your current password.',
  )
  await page
    .getByLabel('Profile photo')
    .setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await warning('PROFILE PHOTO', 'Choose a picture: JPEG, PNG or WebP.')

  await page.getByRole('button', { name: 'Verify now' }).first().click()
  const documents = page.getByRole('dialog', { name: 'ID VERIFICATION' })
  for (const document of ['Passport', 'Drivers License', 'National ID'])
    await expect(documents.getByText(document, { exact: true })).toBeVisible()
  await documents.getByRole('button', { name: 'Submit document' }).click()
  await warning('ACCOUNT VERIFICATION', 'Choose the type of document.')
  await expect(documents.getByRole('radiogroup')).toHaveAccessibleDescription('Choose the type of document.')
  await expect(documents.getByLabel('Passport')).toBeFocused()
  await documents.getByText('Passport').click()
  const passport = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#d8d2c4' } })
    .png()
    .toBuffer()
  await documents
    .getByLabel('Page with your photo')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: passport })
  await documents.getByRole('button', { name: 'Submit document' }).click()
  await expect(page.getByRole('status').getByText('ACCOUNT VERIFICATION', { exact: true })).toBeVisible()

  await page.goto('/office/withdrawals')
  await expect(page.getByText('Inactive account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeDisabled()
  await expect(page.getByText('Only verified customers can withdraw.')).toBeVisible()
  await page.goto('/office/traders')
  await expect(page.getByText('No Copied Traders', { exact: true })).toBeVisible()
})
