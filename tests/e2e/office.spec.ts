import { patterns } from '../../web/paths.ts'
import { expect, shiftsOn, test } from './product.ts'

/** The office pages, without pages for a single contract, and without the dashboard, which is visited last. */
const pages = Object.entries(patterns).filter(
  ([name, address]) => address.startsWith('/office') && name !== 'dashboard' && !address.includes(':id'),
)

/** Shifts of an office page that its readers notice: their data can be taller than what reserves its place. */
const leastNoticed = 0.02

/** Visits each office page once and runs every check there, because visits are slower than checks. */
test('shows every office page, and every link leads to an existing page and section', async ({
  page,
  product,
  customer,
  look,
}) => {
  // Some thirty pages, and every check on each.
  test.setTimeout(300_000)
  expect(customer.secrete).not.toBe('')
  const found = new Map<string, string>()
  for (const [name, address] of [...pages, ['dashboard', patterns.dashboard] as const]) {
    await page.goto(address.replace(':tid', 'breakwater'))
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    await expect(page.getByText('Nothing here can be cashed out.').first(), address).toBeVisible()
    if (name !== 'dashboard') expect.soft(await shiftsOn(page, leastNoticed), `${address} moves`).toEqual([])
    // The dashboard has its own tests.
    if (name !== 'dashboard') await look(`office-${name}`)
    // Includes links in closed menus.
    const links = await page
      .locator('a[href]')
      .evaluateAll((list) => list.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) if (!link.startsWith('mailto:')) found.set(link, address)
  }
  const statuses = await Promise.all(
    [...found].map(async ([link, from]) => {
      const isOwn = link.startsWith(product.url)
      return isOwn && (await page.request.get(link)).ok() ? [] : [`${from} -> ${link}`]
    }),
  )
  expect(statuses.flat()).toEqual([])
  for (const link of found.keys()) {
    const { pathname, hash } = new URL(link)
    if (!hash || hash === '#content') continue
    await page.goto(pathname + hash)
    await expect(page.locator(hash), link).toHaveCount(1)
  }
  expect(found.size).toBeGreaterThan(25)
})

test('follows links in the office menu and the bottom bar on a phone, or in the side menu on a wide screen', async ({
  page,
  customer,
  look,
  isMobile,
}) => {
  expect(customer.secrete).not.toBe('')
  await page.goto('/office/profile')
  if (isMobile) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await look('office-menu')
  }
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Withdrawals' }).click()
  await expect(page).toHaveURL(/\/office\/withdrawals$/)
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
  if (isMobile) {
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(/\/office\/profile$/)
  }
})
