import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRobotWorld, settings, type RobotWorld } from './test-robot.ts'

let stage: RobotWorld
beforeAll(async () => {
  stage = await createRobotWorld()
})
afterAll(() => stage.stop())
beforeEach(async () => {
  stage.refusal = undefined
  await stage.addAda()
})

const shown = async () => (await stage.call('robot')).body

describe("'robot.set' refusals:", () => {
  it.each([
    ['unknown_strategy', { strategy: 'hunch' }],
    ['bad_amount', { stake: '10.001' }],
    ['amount_too_small', { stake: '9.99' }],
    ['amount_too_large', { stake: '5000.01', lossLimit: '9000' }],
    ['bad_symbols', { symbols: '' }],
    ['bad_symbols', { symbols: 'EURUSD,NOSUCH' }],
    ['bad_hours', { hours: 'nine to five' }],
    ['bad_loss_limit', { lossLimit: '9.99' }],
    ['bad_loss_limit', { lossLimit: '100000.01' }],
  ])('%s', async (code, changes) => {
    expect(await stage.call('robot.set', { ...settings, ...changes })).toMatchObject({ status: 400, body: { code } })
    expect((await shown()).plan).toBeNull()
  })
  it('robot_active', async () => {
    await stage.setAndStart()
    expect(await stage.call('robot.set', settings)).toMatchObject({ status: 409, body: { code: 'robot_active' } })
    await stage.call('robot.stop')
  })
  it('none for values at each bound', async () => {
    expect(await stage.call('robot.set', { ...settings, stake: '10', lossLimit: '10' })).toMatchObject({ status: 200 })
    expect(
      await stage.call('robot.set', { ...settings, stake: '5000', lossLimit: '100000', symbols: ['btcusd', 'EURUSD'] }),
    ).toMatchObject({ status: 200 })
  })
})
