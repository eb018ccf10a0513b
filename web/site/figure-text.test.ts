import { expect, it } from 'vitest'
import { figureFormats, valueAt } from './figure-text.ts'

const symbols = [
  { class: 'stocks', payoutBps: 8200 },
  { class: 'forex', payoutBps: 8500 },
  { class: 'stocks', payoutBps: 8000 },
]

it('finds a value by its path in a response', () => {
  expect(valueAt({ losing: { shareBps: 6150 } }, 'losing.shareBps')).toBe(6150)
  expect(valueAt({ losing: null }, 'losing.shareBps')).toBeUndefined()
  expect(valueAt(symbols, '[class=stocks].length')).toBe(2)
  expect(valueAt(symbols, '[class=stocks].payoutBps.max')).toBe(8200)
  expect(valueAt(symbols, '1.payoutBps')).toBe(8500)
  expect(valueAt(symbols, '[class=bonds].0.payoutBps')).toBeUndefined()
})

it('formats values for readers', () => {
  expect(figureFormats.count(1234567)).toBe('1,234,567')
  expect(figureFormats.percent(6150)).toBe('61.50%')
  expect(figureFormats.money({ amount: '1250.00', cur: '$' })).toBe('$1,250.00')
  expect(figureFormats.money({ amount: '0.50000000', cur: 'BTC' })).toBe('0.50000000\u00a0BTC')
  expect([45_000, 720_000, 12_600_000, 181_440_000].map(figureFormats.duration)).toEqual([
    '45 seconds',
    '12 minutes',
    '3.5 hours',
    '2.1 days',
  ])
  expect(figureFormats.day('2031-06-01')).toBe('1 June 2031')
  expect(figureFormats.worthOfTen(8500)).toBe('9.25')
  expect(figureFormats.hour(0)).toBe('1 Jan 1970, 00:00 UTC')
})
