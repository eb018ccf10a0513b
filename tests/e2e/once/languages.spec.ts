import { path, patterns } from '../../../web/paths.ts'
import { listedPages } from '../../../web/site/page-meta.ts'
import { expect, test } from '../product.ts'

// Themes don't depend on the language.
test.use({ inBothThemes: false })

const publicPages = (Object.keys(listedPages) as (keyof typeof listedPages)[]).map((name) => patterns[name])
/** Pages of the office whose URL needs no ID. */
const officePages = Object.values(patterns).filter((pattern) => /^\/office\/[^:]+$/.test(pattern))

test('shows every public page right to left in Arabic, complete, accessible and without sideways scrolling', async ({
  page,
  product,
  look,
}) => {
  await product.advance(30)
  for (const address of publicPages) {
    await page.goto(`/ar${address === '/' ? '' : address}`)
    await expect(page.locator('html'), address).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/\p{Script=Arabic}/u)
    await look(`arabic${address.replaceAll('/', '-')}`)
  }
})

test('shows the office right to left in Arabic', async ({ page, customer, look }) => {
  expect(customer.secrete).toBeTruthy()
  for (const address of officePages) {
    await page.goto(`/ar${address}`)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(/\p{Script=Arabic}/u)
    await expect(page.getByTestId('loading')).toHaveCount(0)
    await look(`arabic${address.replaceAll('/', '-')}`)
  }
})

test('offers languages in the footer; URLs without a language then lead to the chosen one', async ({
  page,
  product,
}) => {
  await page.goto(path('about'))
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${product.url}/de/about`)
  await page.goto(path('signIn'))
  await expect(page).toHaveURL(`${product.url}/de/account/signin`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('navigation', { name: 'Sprache' }).getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`${product.url}/account/signin`)
})

test('shows refusals in the chosen language', async ({ page, watch }) => {
  watch.allow(/401/)
  await page.goto(`/de${path('signIn')}`)
  await page.locator('input[type=email]').fill('nobody@example.org')
  await page.locator('input[type=password]').fill('not the password')
  await page.locator('form button[type=submit]').click()
  const said = page.getByRole('dialog').or(page.getByRole('alert')).first()
  await expect(said).toBeVisible()
  await expect(said).not.toContainText('Incorrect email or password.')
  await expect(said).toContainText('E-Mail')
})
