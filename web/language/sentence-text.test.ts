import { setupI18n } from '@lingui/core'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activeI18n, provideI18n } from '#i18n'
import { textsModules } from '../../scripts/messages.ts'
import { answerInPageLanguage, hasSentences, refusalInPageLanguage } from './sentence-text.ts'

const english = activeI18n()
const messages = {
  'outcome/signed_in': ['Willkommen zurück.'],
  'outcome/trade_open': ['Ihr ', ['type'], ' auf ', ['symbol'], ' über ', ['stake'], ' läuft ', ['length'], '.'],
  'phrase/length_seconds': [['count'], ' Sekunden'],
  'phrase/choose_picture': ['Wählen Sie ein Bild.'],
  'refusal/bad_input': [['detail']],
  'trade/amount_too_small': ['Der Mindesteinsatz ist ', ['min'], '.'],
  'refusal/busy': ['Bitte später.'],
}

beforeEach(() => {
  const german = setupI18n({ locale: 'de', messages: { de: messages as never } })
  provideI18n(() => german)
})
afterEach(() => provideI18n(() => english))

it('translates an outcome with its amounts, phrases and strings into the page’s language', () => {
  const details = {
    type: 'BUY',
    symbol: 'EURUSD',
    stake: { amount: '1000.50', asset: 'USD' },
    length: { phrase: 'length_seconds', values: { count: 90 } },
  }
  const answer = { type: 'success', msg: 'Your BUY is open.', outcome: 'trade_open', details, id: 'x' }
  expect(answerInPageLanguage(answer)).toEqual({
    ...answer,
    msg: 'Ihr BUY auf EURUSD über 1.000,50\u00a0$ läuft 90 Sekunden.',
  })
})

it('translates strings, lists of strings and records of strings anywhere in the response', () => {
  const phrase = { phrase: 'choose_picture' }
  const answer = {
    list: [{ reason: 'Choose a picture.', reasonPhrase: phrase }],
    rules: ['Choose a picture.', 'Free text'],
    rulesPhrases: [phrase, null],
    sources: { photo: 'Choose a picture.' },
    sourcesPhrases: { photo: phrase },
    note: null,
    notePhrase: null,
  }
  const german = 'Wählen Sie ein Bild.'
  expect(answerInPageLanguage(answer)).toEqual({
    ...answer,
    list: [{ reason: german, reasonPhrase: phrase }],
    rules: [german, 'Free text'],
    sources: { photo: german },
  })
  expect(answer.rules[0]).toBe('Choose a picture.')
})

it('leaves a sentence without a translation in English', () => {
  expect(answerInPageLanguage({ msg: 'Marked as read.', outcome: 'announcement_seen' })).toMatchObject({
    msg: 'Marked as read.',
  })
  expect(answerInPageLanguage({ reason: 'At least 0.', reasonPhrase: { phrase: 'at_least_0' } })).toMatchObject({
    reason: 'At least 0.',
  })
})

it('translates a call’s own refusals, the common refusals, and the messages for their fields', () => {
  const min = { amount: '1.00', asset: 'EUR' }
  const own = { msg: 'The minimum stake is €1.00.', code: 'amount_too_small', details: { min } }
  expect(refusalInPageLanguage('trade', own).msg).toBe('Der Mindesteinsatz ist 1,00\u00a0€.')
  expect(refusalInPageLanguage('trade', { msg: 'Busy.', code: 'busy' }).msg).toBe('Bitte später.')
  const details = { detail: { phrase: 'choose_picture' } }
  const fieldPhrases = { photo: { phrase: 'choose_picture' }, other: { phrase: 'at_least_0' } } as const
  const fields = { photo: 'Choose a picture.', other: 'At least 0.' }
  expect(
    refusalInPageLanguage('user.photo', { msg: 'Choose a picture.', code: 'bad_input', details, fields, fieldPhrases }),
  ).toMatchObject({
    msg: 'Wählen Sie ein Bild.',
    fields: { photo: 'Wählen Sie ein Bild.', other: 'At least 0.' },
  })
})

it('finds no sentences in responses that have none', () => {
  expect(hasSentences([{ t: 1, o: '1.0' }, null, 'text'])).toBe(false)
  expect(hasSentences({ msg: 'free text' })).toBe(false)
})

it('lists every sentence of the API and the emails for translation', async () => {
  for (const [file, text] of await textsModules())
    expect(readFileSync(file, 'utf8'), 'run `npm run messages`').toBe(text)
})
