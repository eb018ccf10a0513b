import { expect, it } from 'vitest'
import { countryOptions } from './use-countries.ts'

const countries = [
  { name: 'Austria', dial_code: '+43', code: 'AT' },
  { name: 'Egypt', dial_code: '+20', code: 'EG' },
  { name: 'United Kingdom', dial_code: '+44', code: 'GB' },
]

it('names the countries in the page’s language and sorts them by that name, with English names as values', () => {
  expect(countryOptions(countries, 'de-DE').map(({ value, label }) => [value, label])).toEqual([
    ['Egypt', 'Ägypten'],
    ['Austria', 'Österreich'],
    ['United Kingdom', 'Vereinigtes Königreich'],
  ])
  expect(countryOptions(countries, 'en-GB')[2]).toEqual({
    value: 'United Kingdom',
    label: 'United Kingdom',
    also: 'United Kingdom',
    note: '+44',
  })
})
