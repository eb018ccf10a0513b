import { expect, test } from 'vitest'
import { sampleTrade } from '../ticket/test-sample-trade.ts'
import { tradesCsv } from './trades-csv.ts'

test('writes a header and one line per trade, each ending in CRLF', () => {
  const lines = tradesCsv([sampleTrade()]).split('\r\n')
  expect(lines[0]).toBe(
    'id,placed_at,asset,type,amount,currency,interval_seconds,payout_percent,strike,exit,status,returned,reason',
  )
  expect(lines[1]).toBe('t1,2024-05-08T10:00:00.000Z,EURUSD,BUY,10.00,$,5,85,1.08432,1.08440,WON,18.50,')
  expect(lines[2]).toBe('')
})

test('escapes quotes, commas and formulas', () => {
  const line = tradesCsv([sampleTrade({ reason: '=HYPERLINK("x", 1)' })]).split('\r\n')[1]!
  expect(line.endsWith(`,"'=HYPERLINK(""x"", 1)"`)).toBe(true)
})
