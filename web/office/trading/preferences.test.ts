import { expect, test } from 'vitest'
import type { Charts, PaneSettings } from '../../../api/workspace.ts'
import { defaultPreferences, divided, readPreferences, withPane } from './preferences.ts'

const pane = (symbol: string, candles: PaneSettings['candles'] = '5s'): PaneSettings => ({
  symbol,
  candles,
  chartType: 'candles',
  indicators: [],
})
const charts: Charts = { grid: 2, active: 1, panes: [pane('EURUSD'), pane('BTCUSD', '1m')] }

test('stored values override the defaults', () => {
  expect(readPreferences('{"amount":"25","favourites":["AAPL"]}')).toEqual({
    ...defaultPreferences,
    amount: '25',
    favourites: ['AAPL'],
  })
  expect(readPreferences(JSON.stringify(charts))).toEqual({ ...defaultPreferences, ...charts })
})

test('the settings of the only chart of earlier versions become the first pane', () =>
  expect(
    readPreferences('{"symbol":"AAPL","candles":"1m","chartType":"line","indicators":["MA","RSI"]}').panes,
  ).toEqual([{ symbol: 'AAPL', candles: '1m', chartType: 'line', indicators: [] }]))

test.each([
  null,
  '',
  'nonsense',
  'null',
  '[]',
  '{"amount":25,"favourites":"AAPL","interval":"x"}',
  '{"grid":3,"active":7,"panes":[]}',
  '{"panes":[null]}',
])('%s results in the defaults', (text) => expect(readPreferences(text)).toEqual(defaultPreferences))

test('an active pane that isn’t shown becomes the first', () =>
  expect(readPreferences(JSON.stringify({ ...charts, grid: 1 })).active).toBe(0))

test('a change of one pane leaves the others as they are', () => {
  expect(withPane(charts, 0, { symbol: 'AAPL' }).panes).toEqual([pane('AAPL'), pane('BTCUSD', '1m')])
  expect(
    withPane({ ...charts, panes: [pane('EURUSD')] }, 2, { symbol: 'AAPL' }).panes.map((one) => one.symbol),
  ).toEqual(['EURUSD', 'EURUSD', 'AAPL'])
})

test('new panes show the active symbol, and panes that were hidden keep theirs', () => {
  const four = divided(charts, 4)
  expect(four.panes.map(({ symbol }) => symbol)).toEqual(['EURUSD', 'BTCUSD', 'BTCUSD', 'BTCUSD'])
  expect(divided(divided(four, 1), 4).panes.map(({ symbol }) => symbol)).toEqual([
    'BTCUSD',
    'BTCUSD',
    'BTCUSD',
    'BTCUSD',
  ])
  expect(divided({ ...four, active: 0 }, 1).panes).toEqual(four.panes)
})

test('the ticket keeps its symbol when its pane would be hidden', () =>
  expect(divided(charts, 1)).toMatchObject({ active: 0, panes: [{ symbol: 'BTCUSD' }, { symbol: 'BTCUSD' }] }))
