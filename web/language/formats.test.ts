import { afterEach, expect, it } from 'vitest'
import { setupI18n } from '@lingui/core'
import { activeI18n, provideI18n } from '#i18n'
import { groupDigits } from '../ui/text/number-text.ts'
import { momentFormat, quantityText } from './formats.ts'
import { languageOf } from './languages.ts'

const english = activeI18n()
const speak = (locale: string) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  provideI18n(() => i18n)
}
afterEach(() => provideI18n(() => english))

it("formats amounts with the separators of the page's language, without losing a digit", () => {
  const written = ['en', 'de', 'fr', 'es', 'ar'].map((locale) => {
    speak(locale)
    return groupDigits('-12345678901234567890.10')
  })
  expect(written).toEqual([
    '−12,345,678,901,234,567,890.10',
    '−12.345.678.901.234.567.890,10',
    '−12\u202f345\u202f678\u202f901\u202f234\u202f567\u202f890,10',
    '−12.345.678.901.234.567.890,10',
    '−12,345,678,901,234,567,890.10',
  ])
})

it("formats dates and durations in the page's language", () => {
  const day = momentFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  speak('de')
  expect([day(0), quantityText(12, 'minute'), quantityText(2.5, 'hour', 1)]).toEqual([
    '1. Januar 1970',
    '12 Minuten',
    '2,5 Stunden',
  ])
  speak('en')
  expect([day(0), quantityText(1, 'minute')]).toEqual(['1 January 1970', '1 minute'])
})

it('determines the language of a URL by its first path segment', () => {
  expect(
    ['/', '/de', '/de/about', '/deutsch', '/ar/office/dashboard', '/en/about', '/toString'].map(languageOf),
  ).toEqual(['en', 'de', 'de', 'en', 'ar', 'en', 'en'])
})
