import { expect, test } from 'vitest'
import { sampleTrade } from '../ticket/test-sample-trade.ts'
import { leaningOf, tradeMarks } from './trade-marks.ts'

const open = { status: 'OPEN', exit: null, returned: null, settledAt: null } as const
const seen = { symbol: 'EURUSD', price: '1.08440', leftMsOf: () => 4500, strikeOf: () => undefined }

test('an open trade is drawn as a line at its strike, with the time left', () => {
  const [mark] = tradeMarks({ ...seen, trades: [sampleTrade(open)] })
  expect(mark).toMatchObject({
    open: true,
    tone: 'up',
    label: 'BUY $10.00 · 0:05',
    entry: { price: 1.08432 },
    exit: { atMs: 1715162405000, price: 1.08432 },
  })
})

test('uses the live strike until the server sends one, and draws no mark without a strike', () => {
  const trades = [sampleTrade({ ...open, strike: null })]
  expect(tradeMarks({ ...seen, trades })).toEqual([])
  expect(tradeMarks({ ...seen, trades, strikeOf: () => '1.08450' })[0]).toMatchObject({
    tone: 'down',
    entry: { price: 1.0845 },
  })
})

test('settled trades end at their exit; trades in other symbols and void trades without prices are not marked', () => {
  const trades = [
    sampleTrade(),
    sampleTrade({ id: 'x', asset: 'BTCUSD' }),
    sampleTrade({ id: 'v', status: 'VOID', strike: null, exit: null }),
  ]
  expect(tradeMarks({ ...seen, trades })).toMatchObject([
    { id: 't1', open: false, tone: 'up', label: 'Won +$8.50', exit: { price: 1.0844 } },
  ])
})

test('labels at the same strike are stacked', () => {
  const trades = [
    sampleTrade(open),
    sampleTrade({ ...open, id: 't2', type: 'SELL' }),
    sampleTrade({ ...open, id: 't3', strike: '1.08500' }),
  ]
  expect(tradeMarks({ ...seen, trades }).map((mark) => mark.row)).toEqual([0, 1, 0])
})

test('only the newest settled trades are marked, and only the newest of all is labelled', () => {
  const trades = Array.from({ length: 50 }, (_, index) => sampleTrade({ id: String(index), acceptedAt: index }))
  const marks = tradeMarks({ ...seen, trades })
  expect(marks.map((mark) => mark.id)).toEqual(trades.slice(-20).map((trade) => trade.id))
  expect(marks.filter((mark) => mark.label)).toMatchObject([{ id: '49', label: 'Won +$8.50' }])
})

test.each([
  ['BUY', '1.1', '1.2', 'up'],
  ['BUY', '1.1', '1.0', 'down'],
  ['SELL', '1.1', '1.0', 'up'],
  ['SELL', '1.1', '1.2', 'down'],
  ['BUY', '1.1', '1.10', 'flat'],
  ['SELL', '1.1', undefined, 'flat'],
] as const)('a %s with strike %s and the price at %s leans %s', (type, strike, price, tone) =>
  expect(leaningOf(type, strike, price)).toBe(tone),
)
