import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'
import { openRecording, rowsOf } from '../replay/recording.ts'
import type { RawTick } from '../tick.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

const tick = (atMs: number, price: number, more: Partial<RawTick> = {}): RawTick => ({
  symbol: 'EURUSD',
  atMs,
  bid: price - 5,
  ask: price + 5,
  price,
  source: 'test',
  ...more,
})

/** Returns the results of passing ticks through a new gate one after another at time 0. */
function judge(...ticks: RawTick[]) {
  const gate = new Gate()
  return ticks.map((each) => gate.check(each, 0))
}

describe('the gate refuses', () => {
  it.each([
    ['not_a_price', { price: Number.NaN }],
    ['not_a_price', { price: 0 }],
    ['not_a_price', { bid: -1 }],
    ['not_a_price', { ask: Infinity }],
    ['not_a_price', { price: 1.5 }],
    ['crossed', { bid: 1_085_010, ask: 1_085_000 }],
    ['outside_quotes', { price: 1_085_006 }],
    ['outside_quotes', { price: 1_084_994 }],
    ['unknown_symbol', { symbol: 'NOPE' }],
  ] as const)('(%s) a tick with %o', (reason, more) => expect(judge(tick(1000, 1_085_000, more))).toEqual([reason]))

  it('a tick that goes back in time, per symbol', () => {
    expect(
      judge(
        tick(2000, 1_085_000),
        tick(1999, 1_085_000),
        tick(1999, 61_000_000, { symbol: 'BTCUSD' }),
        tick(2000, 1_085_010),
      ),
    ).toEqual([undefined, 'back_in_time', undefined, undefined])
  })

  it('the same tick twice', () => {
    expect(judge(tick(2000, 1_085_000), tick(2000, 1_085_000), tick(2001, 1_085_000))).toEqual([
      undefined,
      'duplicate',
      undefined,
    ])
  })

  it('a tick at or before the watermark', () => {
    const gate = new Gate()
    gate.through('EURUSD', 5000)
    expect(gate.check(tick(5000, 1_085_000), 0)).toBe('late')
    expect(gate.check(tick(5001, 1_085_000), 0)).toBeUndefined()
    gate.through('EURUSD', 4000)
    expect(gate.throughMs('EURUSD')).toBe(5000)
  })

  it('a tick too far ahead of the product clock', () => {
    const gate = new Gate(2000)
    expect(gate.check(tick(12_001, 1_085_000), 10_000)).toBe('ahead')
    expect(gate.check(tick(12_000, 1_085_000), 10_000)).toBeUndefined()
  })
})

describe('a jump', () => {
  it('is refused without confirmation', () => {
    expect(judge(tick(1000, 1_085_000), tick(2000, 1_185_000), tick(3000, 1_085_010))).toEqual([
      undefined,
      'jump',
      undefined,
    ])
  })
  it('is confirmed by a second price, which is accepted like the prices after it', () => {
    expect(judge(tick(1000, 1_085_000), tick(2000, 1_095_000), tick(3000, 1_095_010), tick(4000, 1_095_020))).toEqual([
      undefined,
      'jump',
      undefined,
      undefined,
    ])
  })
  it('is not confirmed by its own duplicate', () => {
    expect(judge(tick(1000, 1_085_000), tick(2000, 1_185_000), tick(2000, 1_185_000), tick(3000, 1_085_000))).toEqual([
      undefined,
      'jump',
      'jump',
      undefined,
    ])
  })
  it('is not hidden by an equally wide spread', () => {
    expect(judge(tick(1000, 1_085_000), tick(2000, 1_585_000, { bid: 1, ask: 3_169_999 }))).toEqual([undefined, 'jump'])
  })
  it('is accepted if enough time has passed', () => {
    expect(judge(tick(0, 1_085_000), tick(1000, 1_089_000))).toEqual([undefined, 'jump'])
    expect(judge(tick(0, 1_085_000), tick(3_600_000, 1_089_000))).toEqual([undefined, undefined])
  })
})

describe('a recording at a higher speed', () => {
  // Prices around a news release: a volatile minute, then quotes up to 0.7% apart.
  const prints: [recordedMs: number, price: number][] = [
    [0, 1_085_000],
    [59_000, 1_085_100],
    [119_000, 1_084_900],
    [120_000, 1_084_000],
    [121_000, 1_086_000],
    [121_000, 1_086_000],
    [150_000, 1_092_000],
    [150_400, 1_200_000],
    [151_000, 1_092_010],
    [150_900, 1_092_020],
    [211_000, 1_099_000],
    [211_020, 1_099_010],
  ]
  const judged = (speed: number) =>
    judge(...prints.map(([sourceMs, price]) => tick(1_000 + Math.floor(sourceMs / speed), price, { sourceMs })))
  it.each([10, 60, 100, 10_000])('has the same result at @%i as at @1', (speed) => {
    expect(judged(1).filter(Boolean).length).toBeGreaterThan(2)
    expect(judged(1).filter((reason) => !reason).length).toBeGreaterThan(3)
    expect(judged(speed)).toEqual(judged(1))
  })
})

it('checks the first price after a restart against the last one before it', () => {
  const before = new Gate()
  before.check(tick(1000, 1_085_000), 0)
  before.check(tick(2000, 1_085_010), 0)
  const after = new Gate()
  after.restore(before.state('EURUSD')!)
  expect(after.state('EURUSD')).toEqual(before.state('EURUSD'))
  expect([
    after.check(tick(1500, 1_085_000), 0),
    after.check(tick(3000, 1_185_000), 0),
    after.check(tick(4000, 1_085_000), 0),
  ]).toEqual(['back_in_time', 'jump', undefined])
})

describe('on recorded prices', () => {
  /** Passes a recording, changed by `disturb`, through the gate. */
  async function pass(file: string, disturb: (tick: RawTick, row: number) => RawTick[] = (same) => [same]) {
    const gate = new Gate()
    let rows = 0
    for await (const { recordedMs, ...recorded } of rowsOf(openRecording(recordingPath(file), Date.UTC(2026, 0)))) {
      rows += 1
      for (const each of disturb({ ...recorded, atMs: recordedMs }, rows)) gate.check(each, 0)
    }
    return { rows, accepted: gate.accepted, refused: gate.refused }
  }

  it.each([
    'fx/EURUSD_tick_20140508.csv',
    'crypto/BTCUSD_quotes_20240808T2354.csv',
    'crypto/BTCUSD_trades_20240808T2354.csv',
    'crypto/ETHUSD_trades_20240808T2354.csv',
  ])('accepts every price in %s except duplicates', async (file) => {
    const { rows, accepted, refused } = await pass(file)
    expect(accepted + refused.duplicate).toBe(rows)
  })

  it('refuses exactly the inserted errors', async () => {
    const { rows, accepted, refused } = await pass('crypto/BTCUSD_quotes_20240808T2354.csv', (same, row) => {
      if (row % 100 === 10) return [{ ...same, price: same.price * 2, bid: same.price * 2, ask: same.price * 2 }, same]
      if (row % 100 === 20) return [{ ...same, price: Number.NaN }, same]
      if (row % 100 === 30) return [{ ...same, bid: same.ask + 10 }, same]
      if (row % 100 === 40) return [same, same]
      if (row % 100 === 50) return [same, { ...same, atMs: same.atMs - 60_000 }]
      return [same]
    })
    expect(accepted).toBe(rows)
    expect(refused).toMatchObject({ jump: 66, not_a_price: 66, crossed: 66, duplicate: 66, back_in_time: 66 })
  })

  it('refuses the first price after a share split and accepts the second', async () => {
    const { rows, accepted, refused } = await pass('stocks/AAPL_1m_20140605-09.csv')
    expect(refused.jump).toBe(1)
    expect(accepted).toBe(rows - 1)
  })
})
