import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CallOutput } from '../../../data/call.ts'
import { checkGuess } from './check-guess.ts'

const start = '0'.repeat(64)

/** Returns ticks of EURUSD at `[ms, price]`, chained as the server chains them. */
function hashChainOf(...prices: [at: number, price: string][]) {
  let before = start
  return prices.map(([at, price], place) => {
    const whole = price.replace('.', '').replace(/^0+/, '')
    const text = `EURUSD|${place + 1}|${at}|${whole}|${whole}|${whole}|simulated:1`
    const hash = createHash('sha256').update(before, 'hex').update(text).digest('hex')
    before = hash
    return { seq: place + 1, at, bid: price, ask: price, price, source: 'simulated:1', hash }
  })
}

const ticks = hashChainOf([900, '1.10000'], [1_400, '1.10010'], [6_000, '1.10030'], [6_001, '0.90000'])
const receipt: CallOutput<'guess.result'> = {
  format: 'tallystick-guess-1',
  guess: 'EURUSD.BUY.1000.3000.2.signature',
  symbol: 'EURUSD',
  scale: 5,
  type: 'BUY',
  acceptedAt: 1_000,
  expiresAt: 6_000,
  toleranceMs: 3_000,
  ruleVersion: 'tallystick-rules-2',
  status: 'WON',
  strikeSeq: 2,
  exitSeq: 3,
  reason: null,
  reasonPhrase: null,
  ticks: { before: start, ticks },
}
const published = ticks.map((tick) => ({ ...tick, id: `EURUSD-${tick.seq}`, symbol: 'EURUSD' }))

describe('checkGuess', () => {
  it('confirms a true receipt', () => expect(checkGuess(receipt, published)).toBe('correct'))

  it.each([
    ['WON', 'SELL'],
    ['LOST', 'BUY'],
    ['TIE', 'BUY'],
    ['VOID', 'BUY'],
  ] as const)('rejects the result %s of a %s', (status, type) =>
    expect(checkGuess({ ...receipt, status, type }, published)).toBe('wrong_result'),
  )

  it('confirms a tie, and a void guess without a price in time', () => {
    const flat = hashChainOf([900, '1.10000'], [1_400, '1.10010'], [6_000, '1.10010'])
    const given = { ...receipt, ticks: { before: start, ticks: flat } }
    const there = flat.map((tick) => ({ ...tick, id: '', symbol: 'EURUSD' }))
    expect(checkGuess({ ...given, status: 'TIE' }, there)).toBe('correct')
    expect(checkGuess({ ...given, toleranceMs: 300, status: 'VOID' }, there)).toBe('correct')
  })

  it('rejects a tick that was not published', () => {
    expect(checkGuess(receipt, published.slice(1))).toBe('wrong_ticks')
    expect(
      checkGuess(
        receipt,
        published.map((tick) => (tick.seq === 3 ? { ...tick, price: '1.10000' } : tick)),
      ),
    ).toBe('wrong_ticks')
  })

  it('rejects a hash chain with a changed or missing tick', () => {
    const altered = ticks.map((tick) => (tick.seq === 3 ? { ...tick, bid: '1.09999' } : tick))
    expect(checkGuess({ ...receipt, ticks: { before: start, ticks: altered } }, published)).toBe('broken_hash_chain')
    const short = ticks.filter(({ seq }) => seq !== 2)
    expect(checkGuess({ ...receipt, ticks: { before: start, ticks: short } }, published)).toBe('broken_hash_chain')
  })
})
