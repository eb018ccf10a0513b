import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRobotWorld, settings, type RobotWorld } from './test-robot.ts'

let stage: RobotWorld
beforeAll(async () => {
  stage = await createRobotWorld()
  await stage.addAda()
})
afterAll(() => stage.stop())

const { lossLimit: _, ...previewed } = settings
const preview = (changes: Record<string, unknown> = {}) => stage.call('robot.preview', { ...previewed, ...changes })

describe("'robot.preview'", () => {
  it('counts the trades of the last day as the robot would have placed them, and places none', async () => {
    await stage.fallToSignal()
    const signalMs = stage.nextMs
    await stage.publishTo(signalMs + 5_000, 1_084_000)
    await stage.publishTo(signalMs + 40_000, 1_084_100)
    const { body } = await preview()
    expect(body).toMatchObject({ trades: 1, won: 1, lost: 0, returned: 0, result: '9.00', expected: '-0.50', cur: '$' })
    expect((await stage.world.api.call('trades', {}, { secrete: stage.ada.secrete })).body).toEqual([])
    expect((await preview({ hours: '03:00-04:00' })).body).toMatchObject({ trades: 0, result: '0.00' })
  })
  it('shares the results for a while, whatever the stake', async () => {
    expect((await preview({ stake: '20' })).body).toMatchObject({ trades: 1, result: '18.00' })
    // Takes five minutes.
    await stage.fallToSignal()
    await stage.publishTo(stage.nextMs + 40_000, 1_084_000)
    expect((await preview()).body.trades).toBeGreaterThan(1)
  })
  it('refuses bad settings with unknown_strategy, bad_amount, amount_too_small, bad_symbols or bad_hours', async () => {
    for (const [changes, code] of [
      [{ strategy: 'luck' }, 'unknown_strategy'],
      [{ stake: '10.001' }, 'bad_amount'],
      [{ stake: '1' }, 'amount_too_small'],
      [{ stake: '99999999' }, 'amount_too_large'],
      [{ symbols: 'NOPE' }, 'bad_symbols'],
      [{ hours: 'all day' }, 'bad_hours'],
    ] as const)
      expect((await preview(changes)).body.code).toBe(code)
  })
})
