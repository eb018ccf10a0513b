import { expect, it } from 'vitest'
import type { PhraseValue } from '../../api/sentences/sentences.ts'
import { fieldsOfStored, storedText } from './stored-phrase.ts'

it('stores a phrase by code, and returns it in English and by code', () => {
  const phrase: PhraseValue = { phrase: 'note_mining_price', values: { plan: 'Basic', coin: 'BTC' } }
  const stored = storedText(phrase)
  expect(stored).toBe('@note_mining_price {"plan":"Basic","coin":"BTC"}')
  expect(fieldsOfStored('note', stored)).toEqual({ note: 'Mining contract Basic, BTC', notePhrase: phrase })
  expect(storedText({ phrase: 'note_yield_fee' })).toBe('@note_yield_fee')
  expect(fieldsOfStored('note', '@note_yield_fee')).toEqual({
    note: 'Fee for ending early',
    notePhrase: { phrase: 'note_yield_fee' },
  })
})

it.each(['Refund of a wrong fee', '@somebody asked for it', '@note_yield_fee {broken}', '@constructor', ''])(
  'returns a person’s text %j unchanged',
  (text) => {
    expect(storedText(text)).toBe(text)
    expect(fieldsOfStored('reason', text)).toEqual({ reason: text, reasonPhrase: null })
  },
)

it('returns nulls if there is no text', () => {
  expect(fieldsOfStored('note', null)).toEqual({ note: null, notePhrase: null })
})
