import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './languages.ts'

describe('the language that a client prefers with the header', () => {
  it.each([
    ['de', 'de'],
    ['ar-EG', 'ar'],
    ['FR-ca , en;q=0.5', 'fr'],
    ['en;q=0.4, es;q=0.9, de;q=0.8', 'es'],
    ['nl, sv;q=0.9', 'en'],
    ['nl, de;q=0.1', 'de'],
    ['de;q=0, fr;q=0.2', 'fr'],
    ['de;q=much', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [',;q=1,,', 'en'],
    ['constructor', 'en'],
  ])('%j is %s', (header, language) => expect(preferredLanguage(header)).toBe(language))
})
