import type { APIRequestContext, Page } from '@playwright/test'
import { machineFiles, path, patterns, type PageName } from '../../web/paths.ts'
import { anchorOf } from '../../web/site/transparency/anchors.ts'
import { type FigureFormat, figureFormats, valueAt } from '../../web/site/figure-text.ts'
import { percentText } from '../../web/ui/number-text.ts'
import { listedPages } from '../../web/site/page-meta.ts'
import { enrolFirstOperator, signUp, type Product } from '../product.ts'
import { expect, test } from './product.ts'
import { withoutStated } from './stated-constants.ts'

const names = Object.keys(patterns) as PageName[]
const publicPages = names.filter((name) => !/^\/(office|operator|explorer)/.test(patterns[name]) && name !== 'index').map((name) => patterns[name])

/** A little world, so that there are figures to show: customers with settled trades, and a statement of solvency. */
async function populate(product: Product): Promise<void> {
  await product.advance(30)
  for (let customer = 0; customer < 2; customer += 1) {
    const { secrete } = await signUp(product)
    for (const [place, TYPE] of ['BUY', 'SELL', 'BUY'].entries()) {
      const { status, body } = await product.call('trade', { symbols: 'EURUSD', amount: String(20 + place), interval: 5, TYPE }, { secrete })
      expect(status, JSON.stringify(body)).toBe(200)
    }
    await product.advance(8)
  }
  await product.advance(86_400)
}

type Shown = { source: string; as: string; text: string }

const figuresOn = (page: Page): Promise<Shown[]> =>
  page.locator('[data-source]').evaluateAll((all) => all.map((one) => ({ source: (one as HTMLElement).dataset['source']!, as: (one as HTMLElement).dataset['as']!, text: one.textContent ?? '' })))

/** What the page should show for a source, asked anew; undefined where the call answers nothing. */
async function figureOf(request: APIRequestContext, { source, as }: Shown): Promise<string[]> {
  const [call = '', place = ''] = source.split('#')
  const ask = async (query: string) => (await request.get(`/api?r=${query}`)).json()
  if (as === 'price') {
    // Live: any price that the symbol's record has had in the last minutes.
    const symbol = call.split('=')[1]
    const { at } = ((await ask('symbols')) as { symbol: string; at: number }[]).find((one) => one.symbol === symbol)!
    const ticks = (await ask(`ticks&symbol=${symbol}&from=${at - 120_000}&to=${at + 5_000}`)) as { price: string }[]
    return ticks.map(({ price }) => figureFormats.count(price))
  }
  const answer = await ask(call.replace('?', '&'))
  const value = valueAt(answer, place)
  if (as === 'change') return changesOf(answer, /symbol=(\w+)/.exec(place)![1]!, ask)
  return [value === undefined || value === null ? '–' : figureFormats[as as FigureFormat](value, place)]
}

/** Every change of a symbol over the day that its record gives for the last minutes: like its price, it moves on between page and call. */
async function changesOf(symbols: { symbol: string; at: number; price: string; changeBps: number }[], symbol: string, ask: (query: string) => Promise<unknown>): Promise<string[]> {
  const { at, price, changeBps } = symbols.find((one) => one.symbol === symbol)!
  const dayBefore = Number(price) / (1 + changeBps / 10_000)
  const ticks = (await ask(`ticks&symbol=${symbol}&from=${at - 120_000}&to=${at + 5_000}`)) as { price: string }[]
  const changes = ticks.map((tick) => Math.round((Number(tick.price) / dayBefore - 1) * 10_000))
  // The change asked for is rounded, so what is computed back from it can be one off.
  const near = new Set([changeBps, ...changes.flatMap((change) => [change - 1, change, change + 1])])
  return [...near].map((change) => percentText(Math.abs(change), 2))
}

/** Waits until the page's scripts have taken over what the server rendered: React marks its elements then. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')))
}

/** A pixel or so at the edge of one element, as where a font comes a moment later, is nothing that a reader sees. */
const leastShift = 0.001

/** What has moved since the page was opened without anybody having touched it: by how much, and which elements. */
async function shiftsOn(page: Page): Promise<string[]> {
  await takenOver(page)
  return page.evaluate(async (least) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Element | null }[] }
    const shifts: Shift[] = []
    const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    const moved = [...shifts, ...(observer.takeRecords() as Shift[])].filter(({ hadRecentInput, value }) => !hadRecentInput && value > least)
    return moved.map(({ value, sources }) => `${value}: ${sources.map(({ node }) => `${node?.nodeName}.${node?.className}`).join(', ')}`)
  }, leastShift)
}

/** Figures of a page that are not what their source answers. */
async function wrongFigures(page: Page): Promise<string[]> {
  const wrong = new Set<string>()
  const answers = new Map<string, string[]>()
  for (const shown of await figuresOn(page)) {
    const key = `${shown.source} ${shown.as}`
    if (!answers.has(key)) answers.set(key, await figureOf(page.request, shown))
    if (!answers.get(key)!.includes(shown.text)) wrong.add(`${shown.source}: shows ${shown.text}, the call answers ${answers.get(key)!.slice(0, 3).join(' or ')}`)
  }
  return [...wrong]
}

/** Texts with a digit that neither declares its source nor is a constant of the specification. */
async function undeclaredNumbers(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const blocks = 'p, li, dt, dd, td, th, caption, h1, h2, h3, label, a, button'
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!
      if (!/\d/.test(node.textContent!) || parent.closest('script, style, noscript, option, [data-source], code')) continue
      const copy = (parent.closest(blocks) ?? parent).cloneNode(true) as Element
      for (const figure of copy.querySelectorAll('[data-source], code')) figure.remove()
      found.add(copy.textContent!.replace(/\s+/g, ' ').trim())
    }
    return [...found]
  })
  return texts.filter((text) => /\d/.test(withoutStated(text)))
}

test('shows no figure on a public page but what its declared source answers', async ({ page, product }) => {
  await populate(product)
  const seen = new Set<string>()
  for (const address of publicPages) {
    // Prices and changes move on between page and call: a page is right when one look at it finds all of them so.
    await expect
      .poll(
        async () => {
          await page.goto(address)
          return wrongFigures(page)
        },
        { message: address, timeout: 30_000 },
      )
      .toEqual([])
    expect.soft(await undeclaredNumbers(page), address).toEqual([])
    for (const { source } of await figuresOn(page)) seen.add(source.split(/[?#]/)[0]!)
  }
  expect([...seen].sort()).toEqual(expect.arrayContaining(['datacenters', 'figures', 'markets.commitments', 'mining.parameters', 'solvency', 'symbols', 'ticks', 'tplans', 'trades.terms', 'withdrawals.times']))
})

test('finds a figure that its source does not answer, and a number without a source', async ({ page, product }) => {
  await product.advance(30)
  // Changed before the page has taken over what the server rendered, it would not fit.
  await page.goto(path('transparency'))
  await takenOver(page)
  await page.locator('[data-source="tplans#length"]').evaluate((figure) => (figure.textContent = '77'))
  expect(await wrongFigures(page)).toEqual([expect.stringContaining('tplans#length: shows 77')])
  await page.locator('h1').evaluate((heading) => (heading.textContent = '19418 reviews'))
  expect(await undeclaredNumbers(page)).toEqual(['19418 reviews'])
})

test('explains each public figure on /transparency, and leads there', async ({ page, product }) => {
  await product.advance(30)
  await page.goto(path('transparency'))
  const parts = await page.locator('section[id]').evaluateAll((all) => all.map(({ id }) => id))
  for (const address of publicPages) {
    await page.goto(address)
    const sources = (await figuresOn(page)).map(({ source }) => source)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const anchor of new Set(sources.map(anchorOf))) {
      expect(parts).toContain(anchor)
      if (address !== patterns.transparency) expect.soft(links, `${address}: ${anchor}`).toContain(path('transparency', { anchor }))
    }
  }
})

test('looks right on every public page: whole, accessible, without outside requests or reports of the policy', async ({ page, product, look }) => {
  await product.advance(30)
  for (const address of publicPages) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
    expect.soft(await shiftsOn(page), `${address} moves`).toEqual([])
    for (const part of await page.locator('details').all()) await part.evaluate((details) => ((details as HTMLDetailsElement).open = true))
    await look(`public${address.replaceAll('/', '-')}`)
  }
})

test('tells search engines and shared links what each page is', async ({ page, product }) => {
  const titles = new Map<string, string>()
  const listed = await (await page.request.get(machineFiles.sitemap)).text()
  for (const name of Object.keys(listedPages) as (keyof typeof listedPages)[]) {
    const address = path(name)
    expect(listed).toContain(`<loc>${product.url}${address}</loc>`)
    await page.goto(address)
    const title = await page.title()
    expect(titles.get(title), `${address} has the title of another page`).toBeUndefined()
    titles.set(title, address)
    const description = await page.locator('meta[name=description]').getAttribute('content')
    expect(description!.length, address).toBeGreaterThan(40)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', product.url + address)
    const image = await page.locator('meta[property="og:image"]').getAttribute('content')
    expect((await page.request.get(image!)).headers()['content-type']).toBe('image/png')
  }
  expect((await page.request.get(machineFiles.robots)).ok()).toBe(true)
  expect(await (await page.request.get(machineFiles.robots)).text()).toContain(`Sitemap: ${product.url}${machineFiles.sitemap}`)
  await page.goto(path('tradingFaqs'))
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', product.url + path('faqs'))
})

test('gives machines data that says what the page says', async ({ page, product }) => {
  const dataOn = async (address: string) => {
    await page.goto(address)
    return (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text))
  }
  expect(await dataOn('/')).toEqual([expect.objectContaining({ '@type': 'WebSite', url: `${product.url}/` })])
  const [steps, faq] = await dataOn(path('faqs'))
  expect(steps.itemListElement.at(-1).item).toBe(product.url + path('faqs'))
  const shown = (await page.getByRole('main').locator('details').allTextContents()).map((text) => text.replace(/\s+/g, ' '))
  expect(faq.mainEntity).toHaveLength(shown.length)
  for (const [place, { name, acceptedAnswer }] of faq.mainEntity.entries()) expect(shown[place]).toBe(name + acceptedAnswer.text)
  // Following a link must not run into the policy either.
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Payouts' }).click()
  await expect(page).toHaveURL(/payouts/)
})

test('announces by RSS and on the page, which does not move for what is announced or was closed', async ({ page, product }) => {
  const secrete = await enrolFirstOperator(product)
  const { body } = await product.call('announcements.publish', { title: 'Tea & rules', words: 'They begin on <Monday>.' }, { secrete })
  const feed = await page.request.get(machineFiles.announcements)
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  const read = await page.evaluate((xml) => {
    const channel = new DOMParser().parseFromString(xml, 'application/xml')
    return ['channel > title', 'item > title', 'item > description', 'item > guid', 'item > pubDate'].map((place) => channel.querySelector(place)?.textContent)
  }, await feed.text())
  const [announced] = (await product.call('announcements')).body
  expect(read).toEqual(['Tallystick: announcements', 'Tea & rules', 'They begin on <Monday>.', body.id, new Date(announced.from).toUTCString()])

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

test('can be installed, and has every picture that it names', async ({ page }) => {
  await page.goto('/')
  const named = await page.locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]').evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))
  expect(named).toHaveLength(4)
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as { icons: { src: string }[] }
  const films = await page.locator('video').evaluateAll((all) => all.flatMap((video) => [(video as HTMLVideoElement).poster, ...[...video.querySelectorAll<HTMLSourceElement | HTMLTrackElement>('source, track')].map(({ src }) => src)]))
  expect(films).toHaveLength(6)
  for (const file of [...named, ...films, '/logo.png', '/logo.svg', ...manifest.icons.map(({ src }) => src)]) expect((await page.request.get(file)).status(), file).toBe(200)
})

test('plays its recordings, each under a megabyte', async ({ page }) => {
  await page.goto('/')
  for (const video of await page.locator('video').all()) {
    const length = await video.evaluate(async (element: HTMLVideoElement) => {
      await element.play()
      element.pause()
      return element.duration
    })
    expect(length).toBeGreaterThan(5)
    expect(length).toBeLessThan(90)
    expect(Number((await page.request.get((await video.locator('source').getAttribute('src'))!)).headers()['content-length'])).toBeLessThan(1_000_000)
  }
})

const mostScriptBytes = 150_000
/** Of a page in another language: its texts come as catalogues beside the English ones, which stand in the scripts. */
const mostScriptBytesTranslated = 175_000

async function gzippedBytes({ url }: Product, files: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += Number((await fetch(url + file, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })).headers.get('content-length'))
  return bytes
}

test('loads at most 150 kB of script for a public page, gzipped', async ({ page, product }) => {
  for (const address of publicPages) {
    const html = await (await page.request.get(address)).text()
    const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))
    expect(files.size).toBeGreaterThan(2)
    const bytes = await gzippedBytes(product, files)
    expect(bytes, address).toBeGreaterThan(50_000)
    expect.soft(bytes, address).toBeLessThanOrEqual(mostScriptBytes)
  }
})

test('loads at most 175 kB of script for a public page in another language, its catalogues among it', async ({ page, product }) => {
  const files = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) files.add(pathname)
  })
  await page.goto('/de')
  await takenOver(page)
  const bytes = await gzippedBytes(product, files)
  expect(bytes).toBeGreaterThan(mostScriptBytes / 2)
  expect(bytes).toBeLessThanOrEqual(mostScriptBytesTranslated)
})

test('says exactly what the specification says', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText("Do you want to join us? Let's work together.")
  await expect(footer.getByRole('link', { name: 'Start Trading' })).toHaveAttribute('href', path('signIn'))
  await expect(page.getByRole('main').getByRole('link', { name: 'Start Trading' })).toHaveAttribute('href', path('signIn'))
  for (const heading of ['We Accept', 'Useful Links']) await expect(footer.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  for (const name of ['Bitcoin', 'Ethereum', 'Credit Card']) await expect(footer.getByText(name)).toBeVisible()
  for (const name of ['Home', 'Trading', 'Mining', 'Yield Farming', 'FAQ', 'Payouts', 'Login', 'Register', 'Contact Us', 'Terms Of Service']) {
    await expect(footer.getByRole('link', { name, exact: true }).first(), name).toBeVisible()
  }
  for (const name of ['Our Plans', /^Why Choose/]) await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('24hrs').first()).toBeVisible()

  await page.goto(path('contact'))
  for (const label of ['Name', 'Email', 'Subject', 'Message']) await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'SEND MESSAGE', exact: true })).toBeVisible()
  await page.goto(path('terms'))
  await expect(page.getByText('Last revised 30 April 2024')).toBeVisible()
  await page.goto(path('privacy'))
  await expect(page.getByText('Last revised April 30th, 2020')).toBeVisible()
  await page.goto(path('reset'))
  await page.getByRole('button', { name: 'SendCode', exact: true }).click()
  const warning = page.getByRole('dialog', { name: 'PASSWORD RESET' })
  await expect(warning).toContainText('Password Cannot be empty')
})

test('leads from every link of every public page to a page, and to the place in it', async ({ page, product }) => {
  const found = new Map<string, string>()
  for (const address of publicPages) {
    await page.goto(address)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const link of links) if (!link.startsWith('mailto:')) found.set(link, address)
  }
  const broken: string[] = []
  for (const [link, from] of found) {
    const { hash } = new URL(link)
    const answer = await page.request.get(link)
    const place = hash.length < 2 || (await answer.text()).includes(`id="${hash.slice(1)}"`)
    if (!link.startsWith(product.url) || !answer.ok() || !place) broken.push(`${from} -> ${link}: ${answer.status()}`)
  }
  expect(broken).toEqual([])
  expect(found.size).toBeGreaterThan(30)
})
