import { expect, test } from 'vitest'
import { workspaceLimits } from '../../../../api/workspace.ts'
import { coloured, indicators, readParam, toggleIndicator } from './indicators.ts'

const names = (...chosen: string[]) =>
  chosen.reduce<ReturnType<typeof toggleIndicator>>((held, name) => toggleIndicator(held, name), [])
const shown = (...chosen: string[]) => names(...chosen).map(({ name }) => name)

test('toggling switches an indicator on, with its default parameters, and off', () => {
  expect(names('MA', 'BOLL')).toEqual([
    { name: 'MA', params: [9, 21], colours: [] },
    { name: 'BOLL', params: [20, 2], colours: [] },
  ])
  expect(shown('MA', 'BOLL', 'MA')).toEqual(['BOLL'])
})

test('a fifth pane below the price replaces the oldest one', () => {
  expect(shown('MA', 'RSI', 'MACD', 'CCI', 'ATR', 'ROC')).toEqual(['MA', 'MACD', 'CCI', 'ATR', 'ROC'])
  expect(shown('RSI', 'MACD', 'CCI', 'ATR', 'EMA')).toEqual(['RSI', 'MACD', 'CCI', 'ATR', 'EMA'])
})

test('no more indicators are switched on than are stored', () =>
  expect(shown(...indicators.map(({ name }) => name)).length).toBeLessThanOrEqual(workspaceLimits.indicators))

test('averages have a colour for each length', () => {
  expect(coloured({ name: 'MA', params: [5, 10, 20] })).toBe(3)
  expect(coloured({ name: 'ICHIMOKU', params: [9, 26, 52] })).toBe(5)
})

test.each([
  ['14', 14],
  [' 2,5 ', 2.5],
  ['', null],
  ['0', null],
  ['1001', null],
  ['x', null],
])('the parameter %j is %s', (text, value) => expect(readParam(text)).toBe(value))
