import { expect, it } from 'vitest'
import { coinAssets } from '../../../contract/assets.ts'
import { accountWords, kindWords } from '../../../contract/statement-words.ts'
import { accountName, kindNames } from './statement-words.ts'

it('names every kind of transfer and every account in English as the statement file does', () => {
  expect(kindNames()).toEqual(kindWords)
  const accounts = ['trading', 'bonus', ...coinAssets.flatMap((coin) => [`mining:${coin}`, `refund:${coin}`])]
  expect(accounts.map(accountName)).toEqual(accounts.map(accountWords))
})
