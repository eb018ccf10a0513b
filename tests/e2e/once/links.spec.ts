import { type Language, languageOf, languages, prefixOf, sourceLanguage } from '../../../web/language/languages.ts'
import { machineFiles, path } from '../../../web/paths.ts'
import { listedPages } from '../../../web/site/page-meta.ts'
import type { Product } from '../../product.ts'
import { expect, test } from '../product.ts'
import {
  gzippedBytes,
  maxScriptBytes,
  scriptsOf,
  walkSite,
  withoutFragment,
  type Answered,
  type Walk,
  linksOf,
} from '../site-walk.ts'

const block = path('explorerBlock', { params: { coin: 'btc', height: '1' } })
const isExplorer = (pathname: string) => pathname.includes('/explorer/')
const isBehindSignIn = (pathname: string) => /\/(office|operator)(\/|$)/.test(pathname)

let walked: Promise<Walk> | undefined

/** Walks the site once for all tests in this file. */
function walk(product: Product): Promise<Walk> {
  walked ??= (async () => {
    // The chains start after the product.
    await expect.poll(async () => (await fetch(product.url + block)).status, { timeout: 60_000 }).toBe(200)
    const prefixes = (Object.keys(languages) as Language[]).map(prefixOf)
    // Blocks link to other blocks endlessly, so the walk goes only one step further from these.
    return walkSite(
      product,
      prefixes.flatMap((prefix) => [prefix + block, prefix + path('operatorSignIn')]),
      (pathname, from) => !isBehindSignIn(pathname) && !(isExplorer(pathname) && isExplorer(from)),
    )
  })()
  return walked
}

/** Returns whether a page isn't listed: pages for one person or one block, and the password reset, aren't. */
const isUnlisted = (pathname: string) =>
  isBehindSignIn(pathname) || isExplorer(pathname) || pathname.endsWith(path('reset'))

const isPage = ({ html }: Answered) => html !== ''
const pathOf = ({ address }: Pick<Answered, 'address'>) => new URL(address).pathname

test('has only links to existing pages and sections, on every public page in every language', async ({ product }) => {
  const { answers, found } = await walk(product)
  const broken: string[] = []
  for (const [link, from] of found) {
    const answer = answers.get(withoutFragment(link))
    const { hash } = new URL(link)
    const place = hash.length < 2 || answer?.html.includes(`id="${decodeURIComponent(hash.slice(1))}"`)
    if (answer?.status !== 200 || !place) broken.push(`${from} -> ${link}: ${answer?.status ?? 'leads off the site'}`)
  }
  expect(broken).toEqual([])
  const pages = [...answers.values()].filter(isPage)
  for (const language of Object.keys(languages) as Language[])
    expect(pages.filter((page) => languageOf(pathOf(page)) === language).length, language).toBeGreaterThan(
      Object.keys(listedPages).length,
    )
  expect(pages.filter((page) => isExplorer(pathOf(page))).length).toBeGreaterThan(10)
  expect(found.size).toBeGreaterThan(300)
})

test('links to pages in the same language, except for marked links to other languages', async ({ product }) => {
  const { answers } = await walk(product)
  const left = [...answers.values()].flatMap(({ address, links }) =>
    links
      .filter(({ toLanguage }) => !toLanguage)
      .map(({ href }) => new URL(href, address))
      .filter(
        ({ href, pathname }) =>
          answers.get(withoutFragment(href))?.html && languageOf(pathname) !== languageOf(new URL(address).pathname),
      )
      .map(({ pathname }) => `${address} -> ${pathname}`),
  )
  expect([...new Set(left)]).toEqual([])
})

/** Returns the text that a pattern captures in a page's HTML. */
const said = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

test('lists every page for search engines, with its language, title, URL and other languages', async ({
  product,
  page,
}) => {
  const { answers, listed } = await walk(product)
  const english = new Map<string, string | undefined>()
  const titles = new Map<string, string>()
  const images = new Set<string>()
  for (const address of listed) {
    const { html } = answers.get(address)!
    const { pathname } = new URL(address)
    const language = languageOf(pathname)
    const { direction } = languages[language]
    expect(said(html, /<html lang="(\w+)"/), address).toBe(language)
    expect(said(html, /<html[^>]* dir="(\w+)"/), address).toBe(direction)
    expect(said(html, /<link rel="canonical" href="([^"]+)"/), address).toBe(address)
    expect(
      [...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)"/gi)].map(([, code]) => code).sort(),
      address,
    ).toEqual([...Object.keys(languages), 'x-default'].sort())
    const title = said(html, /<title>([^<]+)</)!
    expect.soft(titles.get(language + title), `${address} has the title of another page`).toBeUndefined()
    titles.set(language + title, address)
    const description = said(html, /name="description" content="([^"]+)"/)
    expect.soft(description!.length, address).toBeGreaterThan(25)
    const plain = pathname.slice(prefixOf(language).length) || '/'
    if (language === sourceLanguage) english.set(plain, description)
    else expect.soft(description, address).not.toBe(english.get(plain))
    images.add(said(html, /property="og:image" content="([^"]+)"/)!)
  }
  for (const image of images) expect((await page.request.get(image)).headers()['content-type'], image).toBe('image/png')
  const inner = [...answers.values()].filter((answer) => isPage(answer) && !isUnlisted(pathOf(answer)))
  expect(
    inner.filter(({ html }) => !listed.includes(said(html, /<link rel="canonical" href="([^"]+)"/) ?? '')).map(pathOf),
  ).toEqual([])
  expect(said(answers.get(product.url + path('tradingFaqs'))!.html, /<link rel="canonical" href="([^"]+)"/)).toBe(
    product.url + path('faqs'),
  )
  expect(await (await page.request.get(machineFiles.robots)).text()).toContain(
    `Sitemap: ${product.url}${machineFiles.sitemap}`,
  )
})

test('loads at most 150 kB of gzipped script for a public page', async ({ product }) => {
  const { answers, listed } = await walk(product)
  for (const address of listed) {
    const files = scriptsOf(answers.get(address)!.html)
    expect(files.size).toBeGreaterThan(2)
    const bytes = await gzippedBytes(product, files)
    expect(bytes, address).toBeGreaterThan(50_000)
    expect.soft(bytes, address).toBeLessThanOrEqual(maxScriptBytes)
  }
})

/** Normalises links for comparison. Leaves out the link to candles, which is present only while a market is live. */
const comparable = (links: string[]) => [...new Set(links.filter((link) => !/^mailto:|r=candles/.test(link)))].sort()

test('has the same links in the browser as in the server’s HTML', async ({ page }) => {
  // The same response, because figures appear on the page as soon as there are customers.
  const answer = await page.goto('/')
  const links = await page.locator('a[href]').evaluateAll((list) => list.map((link) => link.getAttribute('href')!))
  expect(comparable(links)).toEqual(comparable(linksOf(await answer!.text()).map(({ href }) => href)))
})
