import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refused } from '../../platform/http/refused.ts'
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

describe("'robot.start' refusals:", () => {
  it('not_set_up', async () => {
    expect(await stage.call('robot.start')).toMatchObject({ status: 409, body: { code: 'not_set_up' } })
  })
  it('robot_active', async () => {
    await stage.setAndStart()
    expect(await stage.call('robot.start')).toMatchObject({ status: 409, body: { code: 'robot_active' } })
    await stage.call('robot.stop')
  })
  it('insufficient_balance', async () => {
    await stage.call('robot.set', { ...settings, stake: '1000.01', lossLimit: '2000' })
    expect(await stage.call('robot.start')).toMatchObject({
      status: 409,
      body: { code: 'insufficient_balance', msg: expect.stringContaining('$1,000.00') },
    })
  })
  it.each([
    ['account_frozen', {}],
    ['timed_out', { until: 'tomorrow' }],
    ['excluded', { until: 'for ever' }],
  ])('%s', async (code, details) => {
    await stage.call('robot.set', settings)
    stage.refusal = new Refused(code, details)
    expect(await stage.call('robot.start')).toMatchObject({ status: 403, body: { code } })
    expect((await shown()).state).toBe('INACTIVE')
  })
})
