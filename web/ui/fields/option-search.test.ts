import { expect, it } from 'vitest'
import { optionNamed, optionsFor } from './option-search.ts'

const options = [
  { value: 'AT', label: 'Österreich', also: 'Austria', note: '+43' },
  { value: 'EG', label: 'Ägypten', also: 'Egypt', note: '+20' },
  { value: 'NE', label: 'Niger', also: 'Niger', note: '+227' },
  { value: 'NG', label: 'Nigeria', also: 'Nigeria', note: '+234' },
  { value: 'GQ', label: 'Äquatorialguinea', also: 'Equatorial Guinea', note: '+240' },
  { value: 'GN', label: 'Guinea', also: 'Guinea', note: '+224' },
]
const found = (query: string) => optionsFor(options, query).map(({ value }) => value)

it('finds options by label, other name and note, without regard to accents and case', () => {
  expect(found('osterr')).toEqual(['AT'])
  expect(found('AUSTRIA')).toEqual(['AT'])
  expect(found('+43')).toEqual(['AT'])
  expect(found('')).toHaveLength(options.length)
  expect(found('atlantis')).toEqual([])
})

it('lists options whose label starts with the query first, and keeps the order otherwise', () => {
  expect(found('guinea')).toEqual(['GN', 'GQ'])
  expect(found('niger')).toEqual(['NE', 'NG'])
})

it('takes a text for an option if it is its name or finds only one', () => {
  expect(optionNamed(options, 'niger')?.value).toBe('NE')
  expect(optionNamed(options, ' egypt ')?.value).toBe('EG')
  expect(optionNamed(options, 'nigeri')?.value).toBe('NG')
  expect(optionNamed(options, 'ni')).toBeUndefined()
  expect(optionNamed(options, ' ')).toBeUndefined()
})
