import { expect, it } from 'vitest'
import { coinAssets } from '../../api/assets.ts'
import { accountWords, kindWords } from '../../api/sentences/statement-words.ts'
import { accountName, kindNames } from './statement-words.ts'

it('uses the statement file’s English names for every transfer kind and account', () => {
  expect(kindNames()).toEqual(kindWords)
  const accounts = [
    'trading',
    'bonus',
    'farming',
    ...coinAssets.flatMap((coin) => [`mining:${coin}`, `refund:${coin}`]),
  ]
  expect(accounts.map(accountName)).toEqual(accounts.map(accountWords))
})
