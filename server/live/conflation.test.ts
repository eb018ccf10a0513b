import { expect, it } from 'vitest'
import { ConflationSlots } from './conflation.ts'
import type { Tick } from '../markets/tick.ts'

const tick = (symbol: string, seq: number): Tick => ({
  symbol,
  seq,
  atMs: seq * 1000,
  bid: 5,
  ask: 15,
  price: 10,
  source: 'test',
  hash: 'ab'.repeat(32),
})

it('slots hold the newest tick of each symbol, and count the ticks that it replaced', () => {
  const slots = new ConflationSlots()
  for (const each of [tick('BTCUSD', 1), tick('ETHUSD', 1), tick('BTCUSD', 2), tick('BTCUSD', 3)]) slots.put(each)
  expect(slots.take()).toEqual({ ticks: [tick('BTCUSD', 3), tick('ETHUSD', 1)], symbols: ['BTCUSD'], replaced: 2 })
  expect(slots.take()).toEqual({ ticks: [], symbols: [], replaced: 0 })
})
