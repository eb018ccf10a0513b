import { expect, test, vi } from 'vitest'
import type { LiveTick } from '../../../../api/live.ts'
import { firstChoice, PriceBoard, strikeAmong } from './price-board.ts'

const tick = (seq: number, price: string, symbol = 'EURUSD'): LiveTick => ({
  symbol,
  seq,
  at: seq * 1000,
  bid: price,
  ask: price,
  price,
})

function board() {
  const pending: (() => void)[] = []
  return {
    prices: new PriceBoard((notify) => void pending.push(notify)),
    pass: () => pending.splice(0).forEach((notify) => notify()),
  }
}

test('listeners are called only for their symbol, once for several changes', () => {
  const { prices, pass } = board()
  const euro = vi.fn()
  const bitcoin = vi.fn()
  prices.subscribe('EURUSD', euro)
  prices.subscribe('BTCUSD', bitcoin)
  prices.accept([tick(1, '1.1'), tick(2, '1.2'), tick(3, '1.15')])
  expect(euro).not.toHaveBeenCalled()
  pass()
  expect(euro).toHaveBeenCalledOnce()
  expect(bitcoin).not.toHaveBeenCalled()
  expect(prices.quote('EURUSD')).toEqual({ price: '1.15', at: 3000, direction: -1 })
})

test('prices of many symbols are shown in parts, each symbol once', () => {
  const { prices, pass } = board()
  const listeners = Array.from({ length: 10 }, (_, index) => {
    const listener = vi.fn()
    prices.subscribe(`S${index}`, listener)
    return listener
  })
  const calls = () => listeners.map((listener) => listener.mock.calls.length)
  prices.accept(listeners.map((_, index) => tick(1, '1.1', `S${index}`)))
  pass()
  expect(calls()).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
  prices.accept([tick(2, '1.2', 'S0')])
  pass()
  expect(calls()).toEqual(Array(10).fill(1))
  pass()
  expect(calls()).toEqual([2, ...Array(9).fill(1)])
})

test('catalogue prices never overwrite newer live prices', () => {
  const { prices } = board()
  prices.accept([tick(5, '1.5')])
  prices.seed([
    { symbol: 'EURUSD', price: '1.1', at: 4000 },
    { symbol: 'AAPL', price: null, at: null },
  ])
  expect(prices.quote('EURUSD')?.price).toBe('1.5')
  expect(prices.quote('AAPL')).toBeUndefined()
})

test('an unchanged price does not call a listener', () => {
  const { prices, pass } = board()
  prices.accept([tick(1, '1.1')])
  pass()
  const listener = vi.fn()
  prices.subscribe('EURUSD', listener)
  prices.accept([tick(2, '1.1')])
  pass()
  expect(listener).not.toHaveBeenCalled()
})

test('the strike is the first tick after acceptance, if no earlier tick can be missing', () => {
  const ticks = [tick(1, '1.1'), tick(2, '1.2'), tick(3, '1.3'), tick(5, '1.5')]
  expect(strikeAmong(ticks, 1500)).toBe('1.2')
  expect(strikeAmong(ticks, 2000)).toBe('1.3')
  expect(strikeAmong(ticks, 500)).toBeUndefined()
  expect(strikeAmong(ticks, 4000)).toBeUndefined()
  expect(strikeAmong(ticks, 9000)).toBeUndefined()
})

test('the first symbol shown can be traded if any can, and is EURUSD if possible', () => {
  const live = (symbol: string) => ({ symbol, state: 'live' as const })
  const stale = (symbol: string) => ({ symbol, state: 'stale' as const })
  expect(firstChoice([live('AAPL'), live('EURUSD')])).toBe('EURUSD')
  expect(firstChoice([stale('AAPL'), stale('EURUSD'), live('BTCUSD')])).toBe('BTCUSD')
  expect(firstChoice([stale('AAPL'), stale('EURUSD')])).toBe('EURUSD')
  expect(firstChoice([])).toBeUndefined()
})
