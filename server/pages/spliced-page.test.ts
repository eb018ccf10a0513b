import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { SplicedPage } from './spliced-page.ts'

it.each(['NONCE', 'a NONCE b', 'no secret', '', `${'x'.repeat(70_000)}NONCE${'<p>ä</p>'.repeat(9_000)}NONCE`])(
  'a spliced page contains the secret in place of the placeholder, compressed or not: %#',
  (html) => {
    const page = new SplicedPage(html, 'NONCE')
    for (const secret of ['abc+/=', 'another']) {
      const expected = html.replaceAll('NONCE', secret)
      expect(page.plain(secret).toString()).toBe(expected)
      expect(gunzipSync(page.gzip(secret)).toString()).toBe(expected)
    }
  },
)

it('a spliced page is smaller when compressed', () => {
  const page = new SplicedPage('<p>word</p>NONCE'.repeat(3) + '<li>item</li>'.repeat(5_000), 'NONCE')
  expect(page.gzip('secret').length).toBeLessThan(page.plain('secret').length / 20)
})
