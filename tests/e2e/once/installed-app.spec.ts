import type { Page } from '@playwright/test'
import { expect, test } from '../product.ts'

/** Resolves when the service worker controls the page. */
const taken = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })

test.use({ serviceWorkers: 'allow' })

test('can be installed, with the name and language of the page', async ({ page }) => {
  await page.goto('/de/about')
  await taken(page)
  const browser = await page.context().newCDPSession(page)
  const { errors, data } = await browser.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data!)).toMatchObject({
    id: '/',
    name: 'Tallystick',
    lang: 'de',
    start_url: '/de/office/dashboard',
    display: 'standalone',
  })
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Test windows use a temporary profile, in which browsers install no apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})

test('shows in the page’s language that the server is unreachable, and reconnects automatically', async ({
  page,
  product,
  watch,
  look,
}) => {
  watch.allow(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection/)
  watch.allow(/Failed to fetch|error occurred when fetching the script/)
  await page.goto('/de/payouts')
  await taken(page)
  await product.kill('SIGKILL')
  await page.goto('/de/about')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/· Tallystick$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button')).toBeVisible()
  await look('offline')
  await page.goto('/ar/about')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await product.restart()
  await expect(page.getByRole('heading', { name: 'About' })).toBeVisible({ timeout: 45_000 })
})

test('caches no personal data, only hashed files and the offline page', async ({ page, customer }) => {
  await page.goto('/office/profile')
  await taken(page)
  await page.goto('/office/statement')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/about')
  const kept = await page.evaluate(async () => {
    const all: { pathname: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        all.push({ pathname: new URL(request.url).pathname, text: await (await cache.match(request))!.text() })
    }
    return all
  })
  expect(kept.some(({ pathname }) => pathname.startsWith('/assets/'))).toBe(true)
  expect(
    kept
      .filter(({ pathname }) => !/^\/assets\/[\w.-]+-[\w-]{7,8}\.\w+$|^(\/\w\w)?\/offline\.html$/.test(pathname))
      .map(({ pathname }) => pathname),
  ).toEqual([])
  for (const personal of [customer.email, customer.secrete, 'Ada Byron'])
    expect(kept.filter(({ text }) => text.includes(personal)).map(({ pathname }) => pathname)).toEqual([])
})
