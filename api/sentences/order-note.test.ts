import { expect, it } from 'vitest'
import { readableNote } from './order-note.ts'

it('names the order of a stake, and returns other notes unchanged', () => {
  expect(readableNote('SELL:BTCUSD:1763000000000:1763000180000:8200:2000:3')).toBe('SELL BTCUSD 180 s')
  expect(['BUY: see email', 'BUY:EURUSD', null].map(readableNote)).toEqual(['BUY: see email', 'BUY:EURUSD', null])
})
