import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TradeReceipt } from '../../../../api/calls/trading/trading.ts'
import { checkReceiptHere } from './check-receipt.ts'

const before = '0'.repeat(64)
/** Returns linked ticks of EURUSD at these prices, one each second from `fromMs`. */
function run(firstSeq: number, fromMs: number, prices: string[]) {
  let hash = before
  const ticks = prices.map((price, index) => {
    const [seq, at, source] = [firstSeq + index, fromMs + index * 1000, 'test']
    const steps = price.replace('.', '').replace(/^0+/, '')
    const text = ['EURUSD', seq, at, steps, steps, steps, source].join('|')
    hash = createHash('sha256').update(hash, 'hex').update(text).digest('hex')
    return { seq, at, bid: price, ask: price, price, source, hash }
  })
  return { before, ticks }
}
const receiptOf = (exitPrice: string, changed: object = {}) =>
  ({
    order: {
      symbol: 'EURUSD',
      type: 'BUY',
      amount: '10.00',
      payoutBps: 8500,
      acceptedAt: 500,
      expiresAt: 5500,
      status: 'WON',
    },
    rules: { strikeToleranceMs: 5000, exitToleranceMs: 5000 },
    outcome: { status: 'WON', returned: '18.50' },
    ticks: {
      entry: run(1, 0, ['1.08450', '1.08460', '1.08440']),
      exit: run(5, 4000, ['1.08455', exitPrice, '1.08400']),
    },
    ...changed,
  }) as unknown as TradeReceipt

const ticksOf = ({ ticks }: TradeReceipt) => [...ticks.entry.ticks, ...ticks.exit.ticks]

test('an honest receipt passes every check', () => {
  const receipt = receiptOf('1.08470')
  expect(checkReceiptHere(receipt, ticksOf(receipt))).toEqual({
    hashChain: true,
    published: true,
    result: true,
    payout: true,
  })
})

test('a changed result, payout, tick or published price fails its check', () => {
  expect(checkReceiptHere(receiptOf('1.08460'), []).result).toBe(false)
  expect(checkReceiptHere(receiptOf('1.08470', { outcome: { status: 'WON', returned: '20.00' } }), []).payout).toBe(
    false,
  )
  const forged = receiptOf('1.08470')
  forged.ticks.exit.ticks[1]!.price = '1.08480'
  expect(checkReceiptHere(forged, []).hashChain).toBe(false)
  expect(checkReceiptHere(receiptOf('1.08470'), [{ seq: 1, at: 0, price: '1.08451' }]).published).toBe(false)
})

test('a tick of the replay that is missing from the published ones fails the check', () => {
  const receipt = receiptOf('1.08470')
  for (const missing of ticksOf(receipt)) {
    const published = ticksOf(receipt).filter((tick) => tick !== missing)
    expect(checkReceiptHere(receipt, published).published).toBe(false)
  }
  expect(checkReceiptHere(receipt, []).published).toBe(false)
})

test('ticks outside the replay needn’t be among the published ones', () => {
  const receipt = receiptOf('1.08470')
  receipt.ticks.entry = run(1, -3_000, ['1.08450', '1.08440'])
  const published = ticksOf(receipt).filter(({ at }) => at >= -2_500)
  expect(published).toHaveLength(ticksOf(receipt).length - 1)
  expect(checkReceiptHere(receipt, published).published).toBe(true)
})
