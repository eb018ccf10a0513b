import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { languages, prefixOf, type Language } from '../../language/languages.ts'
import { type SiteContext, siteContext } from '../../document/load-context.ts'
import { loader } from './robots.ts'

it('disallows the office and the desk in every language, and no public page', async () => {
  const context = new RouterContextProvider()
  context.set(siteContext, { publicUrl: 'https://school.example' } as SiteContext)
  const text = await loader({ context } as unknown as Parameters<typeof loader>[0]).text()
  const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, address]) => address!)
  const isClosed = (address: string) => closed.some((start) => address.startsWith(start))
  for (const language of Object.keys(languages) as Language[]) {
    const prefix = prefixOf(language)
    for (const address of ['/office/dashboard', '/operator', '/operator/withdrawals'])
      expect(isClosed(prefix + address), prefix + address).toBe(true)
    for (const address of ['/', '/about', '/trading/experts', '/account/signup'])
      expect(isClosed(prefix + address), prefix + address).toBe(false)
  }
  expect(isClosed('/api?r=figures')).toBe(true)
  expect(text).toContain('\nSitemap: https://school.example/sitemap.xml\n')
})
