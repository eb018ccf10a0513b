import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { hours: 'always' })
  await world.publish('EURUSD', [0, 1_085_000])
})
afterEach(() => world.stop())

const make = (input: Record<string, unknown> = {}) =>
  world.api.call('guess', { symbols: 'EURUSD', TYPE: 'BUY', ...input })

describe("'guess'", () => {
  it('starts no earlier than the newest published price', async () => {
    await world.publish('EURUSD', [300, 1_085_050])
    expect((await make()).body.acceptedAt).toBe(startMs + 300)
  })

  it('creates no trade and no transfer', async () => {
    expect((await make({ TYPE: 'sell' })).status).toBe(200)
    expect(await world.trading.figures(0, [])).toMatchObject({ settled: 0 })
    const { rows } = await world.platform.pool.query('SELECT count(*)::int AS count FROM trading.trades')
    expect(rows).toEqual([{ count: 0 }])
  })
})

describe('unknown_symbol', () => {
  it('refuses a symbol outside the catalogue', async () =>
    expect(await make({ symbols: 'NOSUCH' })).toMatchObject({ status: 400, body: { code: 'unknown_symbol' } }))
})

describe('bad_type', () => {
  it('refuses a type other than BUY and SELL', async () =>
    expect(await make({ TYPE: 'HOLD' })).toMatchObject({ status: 400, body: { code: 'bad_type' } }))
})

describe('symbol_stale', () => {
  it('refuses a symbol without a current price', async () =>
    expect(await make({ symbols: 'BTCUSD' })).toMatchObject({ status: 409, body: { code: 'symbol_stale' } }))
})

describe('market_closed', () => {
  it('refuses a symbol outside its hours', async () => {
    // A Saturday.
    const closed = await createScriptedWorld(['EURUSD'], { hours: 'calendar', startAtMs: Date.UTC(2026, 0, 10, 12) })
    expect(await closed.api.call('guess', { symbols: 'EURUSD', TYPE: 'BUY' })).toMatchObject({
      status: 409,
      body: { code: 'market_closed' },
    })
    await closed.stop()
  })
})
