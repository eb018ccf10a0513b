import { type Language, languages } from '../../../web/language/languages.ts'
import { path, patterns } from '../../../web/paths.ts'
import { listedPages } from '../../../web/site/page-meta.ts'
import { expect, test } from '../product.ts'

const others = (Object.keys(languages) as Language[]).filter((language) => language !== 'en')

test('speaks each language on every public page, and tells search engines of the others', async ({ page, product }) => {
  for (const language of others) {
    for (const name of Object.keys(listedPages) as (keyof typeof listedPages)[]) {
      const address = patterns[name] === '/' ? `/${language}` : `/${language}${patterns[name]}`
      const english = await (await page.request.get(patterns[name])).text()
      const html = await (await page.request.get(address)).text()
      const part = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]
      expect(part(html, /<html lang="(\w+)"/), address).toBe(language)
      expect(part(html, /<link rel="canonical" href="([^"]+)"/), address).toBe(product.url + address)
      expect([...html.matchAll(/<link rel="alternate" hrefLang="([\w-]+)"/gi)].map(([, code]) => code).sort(), address).toEqual(['ar', 'de', 'en', 'es', 'fr', 'x-default'])
      const description = /name="description" content="([^"]+)"/
      expect.soft(part(html, description), address).not.toBe(part(english, description))
    }
  }
})

test('is chosen at the foot of a page, and plain addresses lead to it from then on', async ({ page, product }) => {
  await page.goto(path('about'))
  await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(`${product.url}/de/about`)
  await page.goto(path('signIn'))
  await expect(page).toHaveURL(`${product.url}/de/account/signin`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('navigation', { name: 'Sprache' }).getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(`${product.url}/account/signin`)
})

test('says in it what a call refuses', async ({ page, watch }) => {
  watch.allow(/401/)
  await page.goto(`/de${path('signIn')}`)
  await page.locator('input[type=email]').fill('nobody@example.org')
  await page.locator('input[type=password]').fill('not the password')
  await page.locator('form button[type=submit]').click()
  const said = page.getByRole('dialog').or(page.getByRole('alert')).first()
  await expect(said).toBeVisible()
  await expect(said).not.toContainText('E-mail or password is not right.')
  await expect(said).toContainText('E-Mail')
})
