import { type Language, languages, sourceLanguage } from '../../../web/language/languages.ts'
import { machineFiles, path, patterns } from '../../../web/paths.ts'
import { enrolFirstOperator } from '../../product.ts'
import { statedNumbers, undeclaredNumbers, wrongFigures } from '../figures.ts'
import { expect, test } from '../product.ts'
import { expectNotice } from '../sign-up.ts'
import { gzippedBytes, maxScriptBytes } from '../site-walk.ts'

// Tests of public pages that don't depend on width or theme.

const others = (Object.keys(languages) as Language[]).filter((language) => language !== sourceLanguage)

test('detects a figure that differs from its source, and a number without a source', async ({ page, product }) => {
  await product.advance(30)
  // The server caches pages for a few seconds, so the page may be older than the advance.
  await expect(async () => {
    await page.goto(path('transparency'))
    expect(await wrongFigures({ page })).toEqual([])
  }).toPass()
  await page.locator('[data-source="tplans#length"]').evaluate((figure) => (figure.textContent = '77'))
  expect(await wrongFigures({ page })).toEqual([expect.stringContaining('tplans#length: shows 77')])
  await page.locator('h1').evaluate((heading) => (heading.textContent = '19418 reviews'))
  expect(await undeclaredNumbers({ page })).toEqual(['19418 reviews'])
})

test('shows the same figures in every language, and only numbers that the English page shows', async ({
  page,
  product,
}) => {
  await product.advance(30)
  const rendered = async (address: string) => (await page.request.get(address)).text()
  for (const address of [
    '',
    patterns.transparency,
    patterns.payouts,
    patterns.tradingAbout,
    patterns.miningDatacenters,
  ]) {
    const english = await statedNumbers({ page, html: await rendered(address || '/') })
    for (const language of others) {
      const html = await rendered(`/${language}${address}`)
      // Prices and daily changes can move between loading the page and making the call.
      await expect
        .poll(
          async () => wrongFigures({ page, html: await rendered(`/${language}${address}`), language }),
          `/${language}${address}`,
        )
        .toEqual([])
      expect
        .soft(
          [...(await statedNumbers({ page, html }))].filter((number) => !english.has(number)),
          `/${language}${address}`,
        )
        .toEqual([])
    }
  }
})

test('has structured data that matches the page', async ({ page, product }) => {
  const dataOn = async (address: string) => {
    await page.goto(address)
    return (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) => JSON.parse(text))
  }
  expect(await dataOn('/')).toEqual([expect.objectContaining({ '@type': 'WebSite', url: `${product.url}/` })])
  const [steps, faq] = await dataOn(path('faqs'))
  expect(steps.itemListElement.at(-1).item).toBe(product.url + path('faqs'))
  const shown = (await page.getByRole('main').locator('details').allTextContents()).map((text) =>
    text.replace(/\s+/g, ' '),
  )
  expect(faq.mainEntity).toHaveLength(shown.length)
  for (const [place, { name, acceptedAnswer }] of faq.mainEntity.entries())
    expect(shown[place]).toBe(name + acceptedAnswer.text)
  // Following a link must not violate the content security policy either.
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Payouts' }).click()
  await expect(page).toHaveURL(/payouts/)
})

test('publishes announcements as an RSS feed', async ({ page, product }) => {
  const secrete = await enrolFirstOperator(product)
  const { body } = await product.call(
    'announcements.publish',
    { title: 'Tea & rules', words: 'They begin on <Monday>.' },
    { secrete },
  )
  const feed = await page.request.get(machineFiles.announcements)
  expect(feed.headers()['content-type']).toContain('application/rss+xml')
  const read = await page.evaluate(
    (xml) => {
      const channel = new DOMParser().parseFromString(xml, 'application/xml')
      return ['channel > title', 'item > title', 'item > description', 'item > guid', 'item > pubDate'].map(
        (place) => channel.querySelector(place)?.textContent,
      )
    },
    await feed.text(),
  )
  const announced = (await product.call('announcements')).body.find(({ id }: { id: string }) => id === body.id)
  expect(read).toEqual([
    'Tallystick: announcements',
    'Tea & rules',
    'They begin on <Monday>.',
    body.id,
    new Date(announced.from).toUTCString(),
  ])
  await product.call('announcements.withdraw', { id: body.id }, { secrete })
})

test('links to icons, a manifest and videos that all exist', async ({ page }) => {
  await page.goto('/')
  const named = await page
    .locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]')
    .evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))
  expect(named).toHaveLength(4)
  const manifest = (await (await page.request.get('/site.webmanifest')).json()) as { icons: { src: string }[] }
  const films = await page
    .locator('video')
    .evaluateAll((all) =>
      all.flatMap((video) => [
        (video as HTMLVideoElement).poster,
        ...[...video.querySelectorAll<HTMLSourceElement | HTMLTrackElement>('source, track')].map(({ src }) => src),
      ]),
    )
  expect(films).toHaveLength(6)
  for (const file of [...named, ...films, '/logo.png', '/logo.svg', ...manifest.icons.map(({ src }) => src)])
    expect((await page.request.get(file)).status(), file).toBe(200)
})

test('plays its recordings, each smaller than a megabyte', async ({ page }) => {
  await page.goto('/')
  for (const video of await page.locator('video').all()) {
    const length = await video.evaluate(async (element: HTMLVideoElement) => {
      await element.play()
      element.pause()
      return element.duration
    })
    expect(length).toBeGreaterThan(5)
    expect(length).toBeLessThan(90)
    expect(
      Number(
        (await page.request.get((await video.locator('source').getAttribute('src'))!)).headers()['content-length'],
      ),
    ).toBeLessThan(1_000_000)
  }
})

test('loads at most 150 kB of script for a public page in another language, and loads its messages as data', async ({
  page,
  product,
}) => {
  const files = new Set<string>()
  const catalogues = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) files.add(pathname)
    if (pathname.startsWith('/assets/') && pathname.endsWith('.json')) catalogues.add(pathname.split('-')[0]!)
  })
  await page.goto('/de')
  const bytes = await gzippedBytes(product, files)
  expect(bytes).toBeGreaterThan(maxScriptBytes / 2)
  expect(bytes).toBeLessThanOrEqual(maxScriptBytes)
  expect([...catalogues].sort()).toEqual(['/assets/articles', '/assets/site'])
})

test('shows the exact wording that the specification requires', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText("Do you want to join us? Let's work together.")
  await expect(footer.getByRole('link', { name: 'Start Trading' })).toHaveAttribute('href', path('signIn'))
  await expect(page.getByRole('main').getByRole('link', { name: 'Start Trading' })).toHaveAttribute(
    'href',
    path('signIn'),
  )
  for (const heading of ['We Accept', 'Useful Links'])
    await expect(footer.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  for (const name of ['Bitcoin', 'Ethereum', 'Credit Card']) await expect(footer.getByText(name)).toBeVisible()
  for (const name of [
    'Home',
    'Trading',
    'Mining',
    'Yield Farming',
    'FAQ',
    'Payouts',
    'Login',
    'Register',
    'Contact Us',
    'Terms Of Service',
  ]) {
    await expect(footer.getByRole('link', { name, exact: true }).first(), name).toBeVisible()
  }
  for (const name of ['Our Plans', /^Why Choose/]) await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('24hrs').first()).toBeVisible()

  await page.goto(path('contact'))
  for (const label of ['Name', 'Email', 'Subject', 'Message'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'SEND MESSAGE', exact: true })).toBeVisible()
  await page.goto(path('terms'))
  await expect(page.getByText('Last revised 23 November 2026')).toBeVisible()
  await page.goto(path('privacy'))
  await expect(page.getByText('Last revised 28 November 2026')).toBeVisible()
  await page.goto(path('reset'))
  await page.getByRole('button', { name: 'SendCode', exact: true }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription('Enter your email address.')
})

test('sends a message to the operator’s desk, and shows which fields are missing', async ({
  page,
  product,
  secondWindow: desk,
  look,
}) => {
  const opened = page.waitForResponse(/contactus\.ticket/)
  await page.goto(path('contact'))
  await opened
  const send = page.getByRole('button', { name: 'SEND MESSAGE', exact: true })
  await send.click()
  await expectNotice(page, 'Fill all Form Fields')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Message', { exact: true })).toHaveAccessibleDescription('Enter your message.')
  await look('contact-missing')
  for (const [label, value] of [
    ['Name', 'Ada'],
    ['Email', 'ada@example.org'],
    ['Subject', 'A missing receipt'],
    ['Message', 'Where is the receipt of my trade?'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  // The server refuses messages that are sent faster than a person can.
  await product.advance(5)
  await send.click()
  await expect(page.getByRole('status').getByText('CONTACT', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('')
  await look('contact-thanked')

  await desk.addInitScript(
    (value) => localStorage.setItem('operator-secrete', value),
    await enrolFirstOperator(product),
  )
  await desk.goto(path('operatorMessages'))
  const conversation = desk.getByRole('region', { name: 'Conversation with Ada' })
  await expect(conversation).toContainText('Ada ada@example.org')
  const message = conversation.getByRole('article').filter({ hasText: 'A missing receipt' })
  await expect(message).toContainText('Where is the receipt of my trade?')
})

test('opens the header menus with the pointer and the keyboard', async ({ page, look }) => {
  await page.goto(path('about'))
  const menus = page.getByRole('navigation', { name: 'Main', exact: true })
  await menus.getByRole('button').first().hover()
  await expect(menus.getByRole('link', { name: 'Trading Experts' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(menus.getByRole('link', { name: 'Trading Experts' })).toBeHidden()
  for (const [place, button] of (await menus.getByRole('button').all()).entries()) {
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await look(`header-menu-${place}`)
    await button.press('Escape')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
  }
})

test('shows the test chain’s blocks and payments in Arabic', async ({ page, look }) => {
  const block = path('explorerBlock', { params: { coin: 'btc', height: '1' } })
  await expect.poll(async () => (await page.request.get(block)).status(), { timeout: 60_000 }).toBe(200)
  await page.goto(`/ar${block}`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u)
  await look('arabic-explorer-block')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/ar\/explorer\/btc\/tx\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\p{Script=Arabic}/u)
  await look('arabic-explorer-transaction')
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('runs the price ticker, and stops it on hover, on focus and with its button', async ({ page }) => {
    await page.goto('/')
    const band = page.getByRole('region', { name: 'Prices' })
    const plays = (state: AnimationPlayState) =>
      expect
        .poll(() =>
          band.evaluate((window) => window.firstElementChild!.getAnimations().map(({ playState }) => playState)),
        )
        .toEqual([state])
    await plays('running')
    await band.hover()
    await plays('paused')
    await page.mouse.move(0, 0)
    await plays('running')
    const button = page.getByRole('button', { name: 'Pause price ticker' })
    await button.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(band).toBeFocused()
    await plays('paused')
    await page.keyboard.press('Tab')
    await plays('running')
    await page.keyboard.press('Enter')
    await plays('paused')
    await page.getByRole('button', { name: 'Play price ticker' }).click()
    await page.mouse.move(0, 0)
    await plays('running')
  })
})
