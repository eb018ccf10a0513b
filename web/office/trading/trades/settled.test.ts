import { describe, expect, test } from 'vitest'
import { sampleTrade } from '../ticket/test-sample-trade.ts'
import { netText, settledSince, tradeReport } from './settled.ts'

const open = { status: 'OPEN', result: 'null', exit: null, settledAt: null, returned: null } as const

describe('detecting settlements', () => {
  test('a trade that was open and has now settled is reported once', () => {
    const first = settledSince(new Set(), [sampleTrade({ id: 'a', ...open }), sampleTrade({ id: 'old' })])
    expect(first.settled).toEqual([])
    const second = settledSince(first.awaited, [sampleTrade({ id: 'a' }), sampleTrade({ id: 'old' })])
    expect(second.settled.map((trade) => trade.id)).toEqual(['a'])
    expect(settledSince(second.awaited, [sampleTrade({ id: 'a' })]).settled).toEqual([])
  })

  test('a trade that only a live message named is reported too', () => {
    expect(settledSince(new Set(['b']), [sampleTrade({ id: 'b' })]).settled).toHaveLength(1)
  })
})

describe('reports', () => {
  test('a won trade has a headline with its profit, and a sentence with its prices and amounts', () => {
    const { headline, sentence, tone } = tradeReport(sampleTrade())
    expect([headline, tone]).toEqual(['Won +$8.50', 'up'])
    expect(sentence).toBe('BUY EURUSD, 5 s. Strike 1.08432, exit 1.08440. $10.00 staked, $18.50 returned.')
  })
  test('a lost trade has a headline with its loss', () => {
    const { headline, tone } = tradeReport(sampleTrade({ status: 'LOST', result: 'false', returned: '0.00' }))
    expect([headline, tone]).toEqual(['Lost −$10.00', 'down'])
  })
  test('tied and void trades report the returned stake, and void ones also the reason', () => {
    expect(tradeReport(sampleTrade({ status: 'TIE', returned: '10.00' })).headline).toBe('Tie: stake returned')
    const { sentence } = tradeReport(
      sampleTrade({ status: 'VOID', strike: null, exit: null, returned: '10.00', reason: 'No tick within 2 s' }),
    )
    expect(sentence).toBe('BUY EURUSD, 5 s. No tick within 2 s. $10.00 staked, $10.00 returned.')
  })
  test('the net result is signed, and empty while the trade is open', () => {
    expect(netText({ amount: '10.00', returned: '10.00', cur: '$' })).toBe('$0.00')
    expect(netText({ amount: '1000.00', returned: '1850.00', cur: '$' })).toBe('+$850.00')
    expect(netText({ amount: '10.00', returned: '0.00', cur: '$' })).toBe('−$10.00')
    expect(netText({ amount: '10.00', returned: null, cur: '$' })).toBe('')
  })
})
