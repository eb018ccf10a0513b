import { expect, test } from 'vitest'
import { toggleIndicator } from './indicators.ts'

test('toggling switches an indicator on and off', () => {
  expect(toggleIndicator(['MA'], 'BOLL')).toEqual(['MA', 'BOLL'])
  expect(toggleIndicator(['MA', 'BOLL'], 'MA')).toEqual(['BOLL'])
})

test('a third pane below the price replaces the oldest one', () => {
  expect(toggleIndicator(['MA', 'RSI', 'MACD'], 'CCI')).toEqual(['MA', 'MACD', 'CCI'])
  expect(toggleIndicator(['RSI', 'MACD'], 'EMA')).toEqual(['RSI', 'MACD', 'EMA'])
})
