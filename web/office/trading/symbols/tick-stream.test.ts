import { describe, expect, test, vi } from 'vitest'
import type { LiveTick } from '../../../../api/live.ts'
import { TickStream, splitAtGap } from './tick-stream.ts'

const tick = (seq: number): LiveTick => ({ symbol: 'EURUSD', seq, at: seq * 1000, bid: '1', ask: '1', price: '1' })
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => tick(from + index))
const seqs = (ticks: readonly LiveTick[]) => ticks.map((one) => one.seq)

function streamOver(stored: LiveTick[], pageSize = 5000) {
  const passed: number[] = []
  const catchingUp: boolean[] = []
  const onLost = vi.fn()
  const asked: [number, number][] = []
  const stream = new TickStream({
    symbol: 'EURUSD',
    fetchTicks: async (_symbol, fromMs, toMs) => {
      asked.push([fromMs, toMs])
      return stored.filter((one) => one.at >= fromMs && one.at <= toMs).slice(0, pageSize)
    },
    onTicks: (ticks) => passed.push(...seqs(ticks)),
    onCatchingUp: (state) => catchingUp.push(state),
    onLost,
  })
  return { stream, passed, catchingUp, onLost, asked }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('finding gaps', () => {
  test('the first ticks are always ready', () => expect(seqs(splitAtGap(null, range(7, 9)).ready)).toEqual([7, 8, 9]))
  test('duplicate ticks are dropped', () =>
    expect(splitAtGap(5, range(4, 7))).toEqual({ ready: range(6, 7), waiting: [] }))
  test('ticks after a gap have to wait, whether the gap is at the start or in the middle', () => {
    expect(splitAtGap(5, range(8, 9))).toEqual({ ready: [], waiting: range(8, 9) })
    expect(splitAtGap(5, [tick(6), tick(9)])).toEqual({ ready: [tick(6)], waiting: [tick(9)] })
  })
})

describe('filling gaps', () => {
  test('missing ticks are passed on first, in order, and newer ones wait', async () => {
    const { stream, passed, catchingUp, asked } = streamOver(range(1, 20))
    stream.accept(range(1, 3))
    stream.accept([tick(8)])
    stream.accept([tick(9)])
    expect(passed).toEqual([1, 2, 3])
    await settled()
    expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(catchingUp).toEqual([true, false])
    expect(asked).toEqual([[3000, 8000]])
  })

  test('a long gap is fetched in several pages', async () => {
    const { stream, passed, onLost } = streamOver(range(1, 20), 3)
    stream.accept([tick(1)])
    stream.accept([tick(8)])
    await settled()
    expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(onLost).not.toHaveBeenCalled()
  })

  test('ticks missing on the server are skipped and reported as lost', async () => {
    const { stream, passed, onLost } = streamOver([])
    stream.accept([tick(1)])
    stream.accept([tick(5)])
    await settled()
    expect(passed).toEqual([1, 5])
    expect(onLost).toHaveBeenCalledOnce()
    stream.accept([tick(6)])
    expect(passed).toEqual([1, 5, 6])
  })

  test('a second gap that opens while the first is being filled is also filled', async () => {
    const { stream, passed } = streamOver(range(1, 20))
    stream.accept([tick(1)])
    stream.accept([tick(3)])
    stream.accept([tick(6)])
    await settled()
    await settled()
    expect(passed).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a failed call counts as a loss, and a stopped stream passes on nothing', async () => {
    const onLost = vi.fn()
    const onTicks = vi.fn()
    const failing = { symbol: 'EURUSD', onTicks, onCatchingUp: () => {}, onLost }
    const stream = new TickStream({ ...failing, fetchTicks: () => Promise.reject(new Error('offline')) })
    stream.accept([tick(1)])
    stream.accept([tick(5)])
    await settled()
    expect(onLost).toHaveBeenCalledOnce()
    const stopped = new TickStream({ ...failing, fetchTicks: async () => range(1, 9) })
    stopped.accept([tick(1)])
    onTicks.mockClear()
    stopped.accept([tick(5)])
    stopped.stop()
    await settled()
    expect(onTicks).not.toHaveBeenCalled()
  })
})
