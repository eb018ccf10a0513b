import { expect, test } from 'vitest'
import { sampleTrade } from '../../ticket/test-sample-trade.ts'
import { leaningOf, tradeMarks } from './trade-marks.ts'

const open = { status: 'OPEN', exit: null, returned: null, settledAt: null } as const
const seen = { symbol: 'EURUSD', price: '1.08440', leftMsOf: () => 4500, strikeOf: () => undefined }

test('an open trade is drawn as a line at its strike, with the time left', () => {
  const { marks, labels } = tradeMarks({ ...seen, trades: [sampleTrade(open)] })
  expect(marks).toMatchObject([
    { open: true, tone: 'up', entry: { price: 1.08432 }, exit: { atMs: 1715162405000, price: 1.08432 } },
  ])
  expect(labels).toMatchObject([{ text: 'BUY $10.00 · 0:05', shortText: '▲ 0:05', price: 1.08432, tone: 'up' }])
})

test('uses the live strike until the server sends one, and draws no mark without a strike', () => {
  const trades = [sampleTrade({ ...open, strike: null })]
  expect(tradeMarks({ ...seen, trades })).toEqual({ marks: [], labels: [] })
  expect(tradeMarks({ ...seen, trades, strikeOf: () => '1.08450' }).marks[0]).toMatchObject({
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
  expect(tradeMarks({ ...seen, trades })).toMatchObject({
    marks: [{ id: 't1', open: false, tone: 'up', exit: { price: 1.0844 } }],
    labels: [],
  })
})

test('labels are listed in the order in which the trades expire', () => {
  const trades = [
    sampleTrade({ ...open, expiresAt: 3 }),
    sampleTrade({ ...open, id: 't2', type: 'SELL', expiresAt: 1 }),
    sampleTrade({ ...open, id: 't3', expiresAt: 2 }),
  ]
  expect(tradeMarks({ ...seen, trades }).labels.map(({ shortText }) => shortText[0])).toEqual(['▼', '▲', '▲'])
})

test('only the newest settled trades are marked', () => {
  const trades = Array.from({ length: 50 }, (_, index) => sampleTrade({ id: String(index), acceptedAt: index }))
  const { marks, labels } = tradeMarks({ ...seen, trades })
  expect(marks.map((mark) => mark.id)).toEqual(trades.slice(-20).map((trade) => trade.id))
  expect(labels).toEqual([])
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
