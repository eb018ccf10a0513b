import { expect, test } from 'vitest'
import { toggleIndicator } from './indicators.ts'

test('indicators go on and off', () => {
  expect(toggleIndicator(['MA'], 'BOLL')).toEqual(['MA', 'BOLL'])
  expect(toggleIndicator(['MA', 'BOLL'], 'MA')).toEqual(['BOLL'])
})

test('a third pane below takes the place of the oldest', () => {
  expect(toggleIndicator(['MA', 'RSI', 'MACD'], 'CCI')).toEqual(['MA', 'MACD', 'CCI'])
  expect(toggleIndicator(['RSI', 'MACD'], 'EMA')).toEqual(['RSI', 'MACD', 'EMA'])
})
