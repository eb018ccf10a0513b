import fc from 'fast-check'
import { expect, it } from 'vitest'
import { beginningsOf, searchedBeginnings } from './name-beginnings.ts'

it('indexes the beginnings of each word, without case, accents and punctuation', () => {
  expect(beginningsOf('Ada Li')).toEqual(['ad', 'ada', 'li'])
  expect(beginningsOf('Élodie O’Neil-X')).toEqual([
    'el',
    'elo',
    'elod',
    'elodi',
    'elodie',
    'o',
    'ne',
    'nei',
    'neil',
    'x',
  ])
  expect(beginningsOf('王 小明')).toEqual(['王', '小明'])
  expect(beginningsOf('')).toEqual([])
})

it('finds a name by the beginning of any of its words, however long', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zé]{2,30}( [a-z]{2,30})?$/), fc.nat(), (name, cut) => {
      const word = name.split(' ').at(-1)!
      const searched = searchedBeginnings(word.slice(0, 2 + (cut % word.length)).toUpperCase())
      expect(beginningsOf(name)).toEqual(expect.arrayContaining(searched))
    }),
  )
})
