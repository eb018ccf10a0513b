import { expect, test } from 'vitest'
import { tradingCalls } from '../../../../api/calls/trading/trading.ts'
import { placeOfRefusal } from './order-refusal.ts'

test('a refused order shows a popup only if no field is wrong', () => {
  const popups = Object.keys(tradingCalls.trade.refusals).filter((code) => placeOfRefusal(code, {}) === 'popup')
  expect(popups).toEqual([
    'bad_type',
    'account_frozen',
    'timed_out',
    'excluded',
    'session_limit',
    'reality_due',
    'key_reused',
    'too_many_open',
    'own_loss_limit',
    'outcome_unknown',
  ])
})

test('bad input is shown at the field it names', () => {
  expect(placeOfRefusal('bad_input', { amount: 'Enter an amount.' })).toBe('amount')
  expect(placeOfRefusal('bad_input', { symbols: 'Too long.' })).toBe('symbol')
  expect(placeOfRefusal('bad_input', {})).toBe('popup')
  expect(placeOfRefusal('busy', {})).toBe('popup')
})
