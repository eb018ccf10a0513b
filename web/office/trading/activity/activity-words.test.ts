import { expect, it } from 'vitest'
import { namedBy, signedText } from './activity-words.ts'

it('finds the names that contain all words of a search', () => {
  expect(namedBy('mining')).toBe('mining_purchase,mining_output,mining_refund')
  expect(namedBy('CONTRACT refund')).toBe('mining_refund')
  expect(namedBy('won')).toBe('WON')
  expect(namedBy('stake')).toBe('')
  expect(namedBy('  ')).toBe('')
})

it('shows the sign of an amount', () => {
  expect(['9.00', '-10.00', '0.00'].map((amount) => signedText(amount, '$'))).toEqual(['+$9.00', '−$10.00', '$0.00'])
  expect(signedText('0.00000007', 'tBTC')).toBe('+0.00000007\u00a0tBTC')
})
