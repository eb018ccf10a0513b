import { expect, it } from 'vitest'
import { xmlText } from './xml.ts'

it('escapes markup in text, and removes characters that XML forbids', () => {
  expect(xmlText(`<b>"Tom" & 'Ann'</b>`)).toBe('&lt;b&gt;&quot;Tom&quot; &amp; &apos;Ann&apos;&lt;/b&gt;')
  expect(xmlText('a\u0000b\u0008c\uFFFEd \u{1F600}')).toBe('abcd \u{1F600}')
})
