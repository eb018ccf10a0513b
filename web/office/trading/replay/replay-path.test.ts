import { expect, test } from 'vitest'
import type { TradeReceipt } from '../../../../api/calls/trading/trading.ts'
import { allTicks, frameOf, markOf, replayTicks, stepPath } from './replay-path.ts'

const tick = (seq: number, at: number, price: string) => ({ seq, at, price })
const full = (seq: number, at: number, price: string) => ({
  ...tick(seq, at, price),
  bid: price,
  ask: price,
  source: 's',
  hash: 'h',
})
const receipt = {
  order: { acceptedAt: 10_000, expiresAt: 15_000 },
  ticks: {
    entry: { before: '', ticks: [full(3, 11_000, '1.3')] },
    exit: { before: '', ticks: [full(7, 15_000, '1.7')] },
  },
  outcome: { strikeSeq: 3, exitSeq: 7 },
} as unknown as TradeReceipt

test('merges the recorded ticks around a trade with those in its receipt, in order and without duplicates', () => {
  const recorded = [tick(1, 1000, '1.1'), tick(5, 13_000, '1.5'), tick(3, 11_000, '1.3'), tick(9, 30_000, '1.9')]
  expect(replayTicks(recorded, receipt).map((one) => one.seq)).toEqual([3, 5, 7])
})

test('entry and exit are found by their sequence numbers', () => {
  expect([3, 5, 7].map((seq) => markOf(seq, receipt.outcome))).toEqual(['entry', null, 'exit'])
})

test('the path holds each price until the next tick and ends at the playhead', () => {
  const frame = frameOf([tick(1, 0, '1'), tick(2, 50, '2')], { fromMs: 0, toMs: 100 }, 200, 130)
  expect(frame.x(50)).toBe(100)
  expect(frame.y(1)).toBeGreaterThan(frame.y(2))
  expect(stepPath([tick(1, 0, '1'), tick(2, 50, '2')], frame, 75)).toBe('M0 115H100V15H150')
  expect(stepPath([tick(1, 0, '1')], frame, -1)).toBe('')
})

test('the path has gaps where ticks are missing', () => {
  const ticks = [tick(1, 0, '1'), tick(2, 20, '2'), tick(5, 60, '1'), tick(6, 70, '2')]
  const frame = frameOf(ticks, { fromMs: 0, toMs: 100 }, 100, 130)
  expect(stepPath(ticks, frame, 100, 80)).toBe('M0 115H20V15M60 115H70V15H80')
  expect(stepPath(ticks, frame, 100, 65)).toBe('M0 115H20V15M60 115H70V15H70')
  expect(stepPath(ticks, frame, 40)).toBe('M0 115H20V15H20')
  expect(stepPath(ticks, frame, 65, 80)).toBe('M0 115H20V15M60 115H65')
})

test('fetches all ticks across pages, including those in the same millisecond', async () => {
  const record = Array.from({ length: 15_810 }, (_, i) => tick(i + 1, Math.floor(i / 3) * 35, '1'))
  const asked: number[] = []
  const fetchTicks = async (fromMs: number) => {
    asked.push(fromMs)
    return record.filter(({ at }) => at >= fromMs).slice(0, 5_000)
  }
  expect(await allTicks(fetchTicks, 100)).toEqual(record.filter(({ at }) => at >= 100))
  expect(asked).toHaveLength(5)
  expect(await allTicks(async () => [], 0)).toEqual([])
})

test('a constant price is drawn in the middle', () => {
  const frame = frameOf([tick(1, 0, '1')], { fromMs: 0, toMs: 100 }, 200, 100)
  expect(frame.y(1)).toBeCloseTo(50)
})
