import type { Page } from '@playwright/test'
import { path, patterns, type PageName } from '../../web/paths.ts'
import { anchorOf } from '../../web/site/transparency/anchors.ts'
import { enrolFirstOperator } from '../product.ts'
import { figuresOn, undeclaredNumbers, wrongFigures } from './figures.ts'
import { populate } from './little-world.ts'
import { expect, shiftsOn, test } from './product.ts'

const names = Object.keys(patterns) as PageName[]
const publicPages = names
  .filter((name) => !/^\/(office|operator|explorer)/.test(patterns[name]) && name !== 'index')
  .map((name) => patterns[name])

const explorerPath = /^\/explorer\//
/** The explorer itself states that it reads from the node. /transparency explains all other figures. */
const isExplained = (source: string) => !source.startsWith('explorer.')

/** Returns the explorer pages that a page links to. */
const explorerLinks = async (page: Page): Promise<string[]> => {
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  return links.map((link) => new URL(link, page.url()).pathname).filter((link) => explorerPath.test(link))
}

/** Expects that every figure matches its source and no other text has a digit. Returns the sources. */
async function expectTrueFigures(page: Page, address: string): Promise<string[]> {
  // Prices and daily changes can move between loading the page and making the call, so one attempt in which all figures
  // match is enough. A page may be a minute old, so figures from before the full hour can differ for that long.
  let looks = 0
  const look = async () => {
    if ((looks += 1) > 1) await page.goto(address)
    return wrongFigures({ page })
  }
  await expect.poll(look, { message: address, timeout: 90_000 }).toEqual([])
  expect.soft(await undeclaredNumbers({ page }), address).toEqual([])
  return (await figuresOn({ page })).map(({ source }) => source)
}

/** Visits each public page once and runs every check there, because visits are slower than checks. */
test('shows every public page complete, readable, stable and accessible, with sourced figures', async ({
  page,
  product,
  look,
}) => {
  test.setTimeout(300_000)
  await populate(product)
  await page.goto(path('transparency'))
  const parts = await page.locator('section[id]').evaluateAll((all) => all.map(({ id }) => id))
  await page.goto(path('payouts'))
  const [transaction = ''] = await explorerLinks(page)
  await page.goto(transaction)
  const [block = ''] = (await explorerLinks(page)).filter((link) => link.includes('/block/'))
  const seen = new Set<string>()
  for (const address of [...publicPages, transaction, block]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    await expect(page.getByText('Nothing here can be cashed out.').first(), address).toBeVisible()
    await expect(page, address).toHaveTitle(/Tallystick/)
    expect.soft(await shiftsOn(page), `${address} moves`).toEqual([])
    const sources = await expectTrueFigures(page, address)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const anchor of new Set(sources.filter(isExplained).map(anchorOf))) {
      expect(parts).toContain(anchor)
      if (address !== patterns.transparency)
        expect.soft(links, `${address}: ${anchor}`).toContain(path('transparency', { anchor }))
    }
    for (const source of sources) seen.add(source.split(/[?#]/)[0]!)
    for (const part of await page.locator('details').all())
      await part.evaluate((details) => ((details as HTMLDetailsElement).open = true))
    await look(
      'public' +
        (explorerPath.test(address) ? address.split('/', 4).slice(0, 4).join('-') : address.replaceAll('/', '-')),
    )
  }
  const calls = [
    'affiliate.figures',
    'datacenters',
    'experts',
    'explorer.block',
    'explorer.tx',
    'figures',
    'markets.commitments',
    'mining.parameters',
    'payouts',
    'reviews.plans',
    'solvency',
    'symbols',
    'ticks',
    'tplans',
    'trades.terms',
    'withdrawals.times',
  ]
  expect([...seen].sort()).toEqual(expect.arrayContaining(calls))
})

test('shows that a page does not exist', async ({ page, look, watch }) => {
  watch.allow(/status of 404/)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()
  await look('not-found')
})

test('shows an announcement, and hides a closed one, without moving the page', async ({ page, product }) => {
  const secrete = await enrolFirstOperator(product)
  const { body } = await product.call(
    'announcements.publish',
    { title: 'Tea & rules', words: 'They begin on <Monday>.' },
    { secrete },
  )
  await page.goto('/')
  const bar = page.getByRole('complementary', { name: 'Announcement' })
  await expect(bar).toContainText('Tea & rules')
  expect(await shiftsOn(page)).toEqual([])
  await bar.getByRole('button', { name: 'Close: Tea & rules' }).click()
  await expect(bar).toHaveCount(0)
  await page.reload()
  expect(await shiftsOn(page)).toEqual([])
  await expect(bar).toHaveCount(0)
  await product.call('announcements.withdraw', { id: body.id }, { secrete })
})
