import { patterns } from '../../../web/paths.ts'
import { expect, test } from '../product.ts'

test('leads from every link of every page to a page, and to the place in it', async ({ page, customer, product }) => {
  test.setTimeout(300_000)
  expect(customer.secrete).not.toBe('')
  const found = new Map<string, string>()
  // The desk has tests of its own; pages of one contract or transaction need one.
  const pages = Object.values(patterns).map((address) => address.replace(':tid', 'breakwater')).filter((address) => !address.startsWith('/operator') && !address.includes(':'))
  for (const address of pages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    // Also links in menus that are closed now.
    const links = await page.locator('a[href]').evaluateAll((list) => list.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) if (!link.startsWith('mailto:')) found.set(link, address)
  }
  expect([...found.keys()].filter((link) => !link.startsWith(product.url))).toEqual([])
  const broken: string[] = []
  for (const [link, from] of found) {
    const { pathname, hash } = new URL(link)
    const answer = await page.request.get(link)
    if (!answer.ok()) broken.push(`${from} -> ${link}: ${answer.status()}`)
    if (!hash || hash === '#content') continue
    await page.goto(pathname + hash)
    await expect(page.locator(hash), link).toHaveCount(1)
  }
  expect(broken).toEqual([])
  expect(found.size).toBeGreaterThan(25)
})
