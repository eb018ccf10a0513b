import { expect, test } from 'vitest'
import { defaultPreferences, readPreferences } from './preferences.ts'

test('what is stored is taken, the rest is default', () => {
  expect(readPreferences('{"amount":"25","favourites":["AAPL"]}')).toEqual({
    ...defaultPreferences,
    amount: '25',
    favourites: ['AAPL'],
  })
})

test.each([null, '', 'nonsense', 'null', '[]', '{"amount":25,"favourites":"AAPL","interval":"x"}'])(
  '%s gives the defaults',
  (text) => expect(readPreferences(text)).toEqual(defaultPreferences),
)
