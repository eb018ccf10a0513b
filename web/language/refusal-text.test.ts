import { setupI18n } from '@lingui/core'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { refusalTexts, textsModules } from '../../scripts/messages.ts'
import { refusalText } from './refusal-text.ts'

const english = activeI18n()
afterEach(() => provideI18n(() => english))

it('says a refusal in the page’s language, with what stood in its holes', () => {
  const messages = {
    'The maximum trade is {max}.': ['Der größte Handel ist ', ['max'], '.'],
    'Choose BUY or SELL.': ['BUY oder SELL wählen.'],
  }
  const german = setupI18n({ locale: 'de', messages: { de: messages as never } })
  expect(refusalText('The maximum trade is $5.00.')).toBe('The maximum trade is $5.00.')
  provideI18n(() => german)
  expect(refusalText('The maximum trade is $5.00.')).toBe('Der größte Handel ist $5.00.')
  expect(refusalText('Choose BUY or SELL.')).toBe('BUY oder SELL wählen.')
  expect(refusalText('The minimum trade is $5.00.')).toBe('The minimum trade is $5.00.')
})

it('finds what actions say that they did, with names for what stands in the holes', () => {
  const found = [
    'The withdrawal is released.',
    'The session is signed out.',
    'You now copy {name}.',
    'Welcome to {siteName}. Your practice account is open.',
  ]
  expect(refusalTexts()).toEqual(expect.arrayContaining(found))
})

it('has every sentence of the contract, of the actions and of the mails in the lists that are translated', async () => {
  for (const [file, text] of await textsModules())
    expect(readFileSync(file, 'utf8'), 'run `npm run messages`').toBe(text)
})
