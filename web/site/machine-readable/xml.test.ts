import { expect, it } from 'vitest'
import { xmlText } from './xml.ts'

it('lets no text become markup, and no sign in that XML refuses', () => {
  expect(xmlText(`<b>"Tom" & 'Ann'</b>`)).toBe('&lt;b&gt;&quot;Tom&quot; &amp; &apos;Ann&apos;&lt;/b&gt;')
  expect(xmlText('a\u0000b\u0008c\uFFFEd \u{1F600}')).toBe('abcd \u{1F600}')
})
