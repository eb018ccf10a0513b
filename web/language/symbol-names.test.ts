import { setupI18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { catalogue } from '../../server/markets/catalogue.ts'
import type { Language } from './languages.ts'
import { namedInPageLanguage } from './symbol-names.ts'

const english = activeI18n()
afterEach(() => provideI18n(() => english))

function namesIn(language: Language): Record<string, string> {
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } })
  provideI18n(() => i18n)
  return Object.fromEntries(namedInPageLanguage(catalogue).map(({ symbol, name }) => [symbol, name]))
}

it('keeps the catalogue’s names on English pages', () => {
  expect(namedInPageLanguage(catalogue).map(({ name }) => name)).toEqual(catalogue.map(({ name }) => name))
})

it('translates currencies, and keeps the names of companies, funds and coins', () => {
  expect(namesIn('de')).toMatchObject({
    GBPUSD: 'Britisches Pfund / US-Dollar',
    EURJPY: 'Euro / Japanischer Yen',
    BTCUSD: 'Bitcoin / US-Dollar',
    AAPL: 'Apple',
    BBBY: 'Bed Bath & Beyond',
  })
  expect(namesIn('fr')['USDCHF']).toBe('Dollar des États-Unis / franc suisse')
  expect(namesIn('es')['AUDUSD']).toBe('Dólar australiano / dólar estadounidense')
  expect(namesIn('ar')).toMatchObject({ EURUSD: 'يورو / دولار أمريكي', NVDA: 'NVIDIA' })
})

it.each(['de', 'fr', 'es', 'ar'] as const)(
  'has a name in %s for every currency in the symbol catalogue',
  (language) => {
    const names = namesIn(language)
    const kept = catalogue.filter(({ symbol, name, class: kind }) => kind === 'forex' && names[symbol] === name)
    expect(kept).toEqual([])
  },
)
