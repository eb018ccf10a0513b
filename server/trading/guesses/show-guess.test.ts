import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GuessRecord } from '../../../api/calls/trading/guess.ts'
import { findBrokenLink } from '../../markets/public.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { hours: 'always' })
  await world.publish('EURUSD', [0, 1_085_000])
})
afterEach(() => world.stop())

const make = (input: Record<string, unknown> = {}) =>
  world.api.call('guess', { symbols: 'EURUSD', TYPE: 'BUY', ...input })
const textOf = async (TYPE = 'BUY') => (await make({ TYPE })).body.guess as string
const result = async (guess: string): Promise<GuessRecord> => (await world.api.call('guess.result', { guess })).body

describe("'guess.result'", () => {
  it('judges a guess by the first tick after acceptance and the last one at or before expiry', async () => {
    const up = await textOf('buy')
    const down = await textOf('SELL')
    await world.publish('EURUSD', [400, 1_085_100], [4_000, 1_085_090], [5_000, 1_085_120], [5_400, 1_085_000])
    expect(await result(up)).toMatchObject({
      status: 'WON',
      type: 'BUY',
      acceptedAt: startMs,
      expiresAt: startMs + 5_000,
      strikeSeq: 2,
      exitSeq: 4,
      reason: null,
      ruleVersion: 'tallystick-rules-2',
    })
    expect(await result(down)).toMatchObject({ status: 'LOST', type: 'SELL', strikeSeq: 2, exitSeq: 4 })
  })

  it('returns a tie if the two prices are equal', async () => {
    const guess = await textOf()
    await world.publish('EURUSD', [400, 1_085_100], [5_000, 1_085_100])
    expect((await result(guess)).status).toBe('TIE')
  })

  it('returns a run of the hash chain that contains every tick of the guess', async () => {
    const guess = await textOf()
    await world.publish('EURUSD', [400, 1_085_100], [5_000, 1_085_120], [5_400, 1_085_000])
    const { ticks, scale } = await result(guess)
    const steps = (price: string) => Math.round(Number(price) * 10 ** scale)
    const run = ticks.ticks.map(({ at, bid, ask, price, ...tick }) => ({
      ...tick,
      symbol: 'EURUSD',
      atMs: at,
      bid: steps(bid),
      ask: steps(ask),
      price: steps(price),
    }))
    expect(run.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(findBrokenLink(ticks.before, run)).toBeUndefined()
  })

  it('returns an open guess until the record reaches the expiry', async () => {
    const guess = await textOf()
    await world.publish('EURUSD', [400, 1_085_100], [4_999, 1_085_120])
    expect(await result(guess)).toMatchObject({ status: 'OPEN', exitSeq: null, ticks: { ticks: [] } })
    await world.publish('EURUSD', [5_001, 1_085_000])
    expect(await result(guess)).toMatchObject({ status: 'WON', exitSeq: 3 })
  })

  it('returns a void guess if no price arrives in time', async () => {
    const guess = await textOf()
    await world.publish('EURUSD', [5_001, 1_085_000])
    expect(await result(guess)).toMatchObject({
      status: 'VOID',
      reasonPhrase: { phrase: 'void_no_strike' },
      reason: expect.stringMatching(/.{10}/),
    })
  })

  it('creates no trade and no transfer', async () => {
    await textOf()
    expect(await world.trading.figures(0, [])).toMatchObject({ settled: 0 })
    const { rows } = await world.platform.pool.query('SELECT count(*)::int AS count FROM trading.trades')
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('bad_guess', () => {
  it('refuses a guess with an altered field', async () => {
    const guess = await textOf()
    const fields = guess.split('.')
    for (const [place, value] of ['BTCUSD', 'SELL', '1', '2', '1', 'x'].entries()) {
      const altered = fields.with(place, value).join('.')
      expect(await world.api.call('guess.result', { guess: altered }), altered).toMatchObject({
        status: 400,
        body: { code: 'bad_guess' },
      })
    }
  })
})
