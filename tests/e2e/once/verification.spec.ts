import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { enrolFirstOperator } from '../../product.ts'
import { expect, test } from '../product.ts'

const card = (words: string) =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="760">' +
        '<rect width="1200" height="760" fill="#dfe6ee"/><rect x="60" y="150" width="320" height="420" fill="#9ab"/>' +
        `<text x="430" y="230" font-size="64" font-family="sans-serif">${words}</text>` +
        '<text x="430" y="340" font-size="48" font-family="sans-serif">ADA BYRON</text></svg>',
    ),
  )
    .jpeg()
    .toBuffer()

const picture = async (words: string) => ({ name: `${words}.jpg`, mimeType: 'image/jpeg', buffer: await card(words) })

let operatorSecrete: string | undefined

async function openDesk(page: Page, secrete: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('operator-secrete', value), secrete)
  await page.goto('/operator/verifications')
}

async function openNewest(desk: Page, reason: string): Promise<void> {
  await desk.reload()
  await desk
    .getByRole('button', { name: /^Open the/ })
    .last()
    .click()
  await desk.getByLabel('Why are you opening this document?').fill(reason)
  await desk.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(desk.getByText('Account name')).toBeVisible()
}

test('shows live how documents are sent, rejected, replaced and approved', async ({
  page,
  secondWindow: desk,
  product,
  customer,
  look,
  watch,
}) => {
  expect(customer.secrete).not.toBe('')
  // The browser logs refused requests.
  watch.allow(/400 \(Bad Request\)/)
  operatorSecrete ??= await enrolFirstOperator(product)
  await page.goto('/office/profile')
  await page.getByRole('button', { name: 'Verify now' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'ID VERIFICATION' })
  await look('verification-dialog')
  await dialog.getByRole('button', { name: 'Submit document' }).click()
  await expect(page.getByText('Choose the type of document.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('National ID').click()
  await dialog.getByLabel('Front').setInputFiles(await picture('FRONT'))
  await dialog
    .getByLabel('Back')
    .setInputFiles({ name: 'back.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await expect(dialog.getByText('Choose a picture: JPEG, PNG or WebP.')).toBeVisible()
  await dialog.getByLabel('Back').setInputFiles(await picture('BACK'))
  await expect(dialog.getByRole('img')).toHaveCount(0)
  await look('verification-files')
  await dialog.getByRole('button', { name: 'Submit document' }).click()
  await expect(page.getByText('We’re checking your documents.', { exact: true })).toBeVisible()
  await look('verification-submitted')

  await openDesk(desk, operatorSecrete)
  await openNewest(desk, 'First check of this card')
  await expect(desk.getByRole('img', { name: 'Front of the document' })).toBeVisible()
  await desk.getByRole('button', { name: 'Reject…' }).click()
  await desk.getByLabel('Reason').selectOption({ label: 'Expired' })
  await desk.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Your document was not accepted.')).toBeVisible()
  await expect(page.getByText('opened the back: First check of this card')).toBeVisible()
  await look('verification-rejected')

  await page.getByRole('button', { name: 'Send another document' }).click()
  await expect(dialog.getByText('The document has expired.')).toBeVisible()
  await dialog.getByText('Passport').click()
  await dialog.getByLabel('Page with your photo').setInputFiles(await picture('PASSPORT'))
  await dialog.getByRole('button', { name: 'Submit document' }).click()
  await expect(page.getByText('We’re checking your documents.', { exact: true })).toBeVisible()
  await openNewest(desk, 'Check of the passport')
  await desk.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('You can withdraw.')).toBeVisible()
  await expect(page.getByText('Inactive account')).toBeHidden()
  await look('verification-verified')
})

test('shows the queue and an opened document', async ({ page, product, customer, look }) => {
  operatorSecrete ??= await enrolFirstOperator(product)
  const form = new FormData()
  form.set('voption', 'Passport')
  form.set('ID', new Blob([new Uint8Array(await card('PASSPORT'))]), 'passport.jpg')
  expect(
    (
      await fetch(`${product.url}/api?r=uploadid`, {
        method: 'POST',
        headers: { secrete: customer.secrete },
        body: form,
      })
    ).status,
  ).toBe(200)
  await openDesk(page, operatorSecrete)
  await expect(page.getByRole('button', { name: /^Open the/ }).last()).toBeVisible()
  await look('desk-verifications')
  await openNewest(page, 'First check of this passport')
  await look('desk-verification-open')
})

test('chooses the language of emails', async ({ page, customer }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  const choice = page.getByLabel('Email language')
  await expect(choice).toHaveValue('en')
  await choice.focus()
  await choice.selectOption({ label: 'Deutsch' })
  await choice.selectOption({ label: 'Français' })
  await expect(page.getByText('We will send your emails in this language.')).toBeVisible()
  await expect(choice).toBeFocused()
  await expect(choice).toHaveValue('fr')
  await page.reload()
  await expect(choice).toHaveValue('fr')
})

test('changes the photo', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await page.getByLabel('Profile photo').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 800, height: 500, channels: 3, background: '#b9785a' } })
      .png()
      .toBuffer(),
  })
  await expect(page.getByText('Your photo has been changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeVisible()
  await look('profile-photo')
  await page.reload()
  await expect(page.locator('img[src^="data:image/jpeg"]')).toBeVisible()
})
