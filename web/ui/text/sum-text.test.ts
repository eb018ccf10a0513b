import { setupI18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { sumText } from './sum-text.ts'

const english = activeI18n()
afterEach(() => provideI18n(() => english))

it('formats an amount as entered, with the page’s decimal separator and every digit', () => {
  const amounts = ['500', '1250.50', '9007199254740993.00', 'a lot']
  expect(amounts.map((amount) => sumText('$', amount))).toEqual(['$500', '$1250.50', '$9007199254740993.00', '$a lot'])
  const german = setupI18n({ locale: 'de', messages: { de: {} } })
  provideI18n(() => german)
  expect(amounts.map((amount) => sumText('€', amount))).toEqual([
    '500\u00a0€',
    '1250,50\u00a0€',
    '9007199254740993,00\u00a0€',
    'a lot\u00a0€',
  ])
})
