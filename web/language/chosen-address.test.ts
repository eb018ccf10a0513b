import { expect, it } from 'vitest'
import { chosenAddress } from './chosen-address.ts'

it('returns the URL in the chosen language', () => {
  expect(chosenAddress('/about?x=/a', 'theme=dark; language=de')).toBe('/de/about?x=/a')
  expect(chosenAddress('/', 'language=ar')).toBe('/ar')
  expect(chosenAddress('/', 'language=ar; __Host-language=fr')).toBe('/fr')
})

it('returns nothing for a link that requests the English original', () => {
  expect(chosenAddress('/terms?original=', 'language=de')).toBeUndefined()
  expect(chosenAddress('/terms?originally=', 'language=de')).toBe('/de/terms?originally=')
})

it('returns nothing for URLs with a language, for files read by programs, and if no other language was chosen', () => {
  for (const url of ['/fr/about', '/sitemap.xml', '/office/dashboard.data', '//elsewhere.test/x'])
    expect(chosenAddress(url, 'language=de')).toBeUndefined()
  for (const cookies of [undefined, 'language=en', 'language=xx', 'language=constructor', 'mylanguage=de'])
    expect(chosenAddress('/about', cookies)).toBeUndefined()
})
