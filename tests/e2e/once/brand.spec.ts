import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { enrolFirstOperator } from '../../product.ts'
import { expect, test } from '../product.ts'

const profile = path.join(mkdtempSync(path.join(tmpdir(), 'operator-')), 'profile.json')
writeFileSync(
  profile,
  JSON.stringify({
    siteName: 'Harbour Practice',
    legalName: 'Harbour School Ltd',
    certificate: { name: 'Certificate of incorporation', words: 'Issued under the number 123.' },
  }),
)
test.use({ settings: { OPERATOR_PROFILE: profile } })

test('shows the operator’s name wherever the site names itself', async ({ page, customer, look }) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/about')
  await expect(page).toHaveTitle('About · Harbour Practice')
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
    await expect(part).toContainText('Harbour Practice')
    await expect(part).not.toContainText('Tallystick')
  }
  await expect(page.getByRole('main')).toContainText('Harbour Practice runs on Tallystick.')
  await expect(page.getByRole('main')).toContainText('Issued under the number 123.')
  await page.goto('/')
  await expect(page).toHaveTitle(/^Harbour Practice · /)
  await expect(page.locator('meta[property="og:site_name"]')).toHaveAttribute('content', 'Harbour Practice')
  await expect(
    page.locator('#certificate').getByRole('heading', { name: 'Certificate of incorporation' }),
  ).toBeVisible()
  await look('branded-home')
  await page.goto('/office/profile')
  await expect(page).toHaveTitle('Profile · Harbour Practice')
  await expect(page.getByRole('link', { name: 'Harbour Practice, dashboard' })).toBeVisible()
  expect(await (await page.request.get('/site.webmanifest')).json()).toMatchObject({
    name: 'Harbour Practice',
    lang: 'en',
  })
  expect(await (await page.request.get('/de/offline.html')).text()).toContain('Harbour Practice')
})

test('shows a mandatory notice until the customer confirms it', async ({ page, product, customer }) => {
  expect(customer.secrete).not.toBe('')
  const operator = await enrolFirstOperator(product)
  const written = await product.call(
    'announcements.publish',
    { title: 'New rules', words: 'They begin on Monday.', mustSee: 'true' },
    { secrete: operator },
  )
  expect(written.status, JSON.stringify(written.body)).toBe(200)
  await page.goto('/office/profile')
  const notice = page.getByRole('complementary', { name: 'Announcement' })
  await expect(notice).toContainText('New rules')
  await expect(notice.getByRole('button')).toHaveCount(1)
  await page.reload()
  await notice.getByRole('button', { name: 'I have read this: New rules' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
