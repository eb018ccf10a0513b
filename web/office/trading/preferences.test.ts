import { expect, test } from 'vitest'
import { defaultPreferences, readPreferences } from './preferences.ts'

test('stored values override the defaults', () => {
  expect(readPreferences('{"amount":"25","favourites":["AAPL"]}')).toEqual({
    ...defaultPreferences,
    amount: '25',
    favourites: ['AAPL'],
  })
})

test.each([null, '', 'nonsense', 'null', '[]', '{"amount":25,"favourites":"AAPL","interval":"x"}'])(
  '%s results in the defaults',
  (text) => expect(readPreferences(text)).toEqual(defaultPreferences),
)
