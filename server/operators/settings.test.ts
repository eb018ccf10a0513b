import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDeskWorld, type DeskWorld } from './test-world.ts'
import { signInOperator } from './test-operator.ts'

let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = await signInOperator(world.platform, world.operators, 'finance')
})
afterAll(() => world.stop())

const change = (key: string, value: unknown, version: number) => world.call('operators.changesetting', { key, value, version, reason: 'a trial' }, { secrete })
const shown = async (key: string) => (await world.call('operators.settings', {}, { secrete })).body.settings.find((one: { key: string }) => one.key === key)

describe("'operators.settings'", () => {
  it('begins with the initial values', async () => {
    expect(await shown('secondOperatorAboveUsd')).toEqual({ key: 'secondOperatorAboveUsd', value: '1000.00', version: 0 })
  })
})

describe("'operators.changesetting'", () => {
  it('counts at once, keeps its history and is written to the audit log', async () => {
    expect((await change('secondOperatorAboveUsd', '50', 0)).status).toBe(200)
    expect(await world.operators.needsSecond(50_01n, 'USD')).toBe(true)
    const { body } = await world.call('operators.settings', {}, { secrete })
    expect(body.changes[0]).toMatchObject({ key: 'secondOperatorAboveUsd', value: '50', by: 'Some finance', reason: 'a trial' })
    const auditor = await signInOperator(world.platform, world.operators, 'auditor')
    expect((await world.call('audit', { action: 'operators.changesetting' }, { secrete: auditor })).body[0]).toMatchObject({ subject: 'secondOperatorAboveUsd', reason: 'a trial', details: { before: '"1000.00"', after: '"50"' } })
  })

  it.each([
    ['secondOperatorAboveUsd', '-1'],
    ['payoutBps', { stocks: 12_000, forex: null, crypto: null }],
    ['tradingLimits', { minStake: '1.00', maxStake: '5', maxOpenTrades: 50, maxOpenStake: '25000.00', maxExposure: '100000.00' }],
    ['messagesMailbox', 'nobody'],
  ])('refuses bad_value for %s', async (key, value) => {
    const { version } = await shown(key)
    expect(await change(key, value, version)).toMatchObject({ status: 400, body: { code: 'bad_value' } })
  })

  it('refuses changed_meanwhile, also of two at once', async () => {
    expect(await change('messagesMailbox', 'desk@desk.example', 7)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })
    const answers = await Promise.all([change('messagesMailbox', 'a@desk.example', 0), change('messagesMailbox', 'b@desk.example', 0)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is told to what watches it in memory, here and by the next look of another process', async () => {
    const limits = world.operators.watch('tradingLimits')
    const before = limits()
    expect(limits()).toBe(before)
    await change('tradingLimits', { ...before, maxStake: '4000.00' }, 0)
    await vi.waitFor(() => expect(limits()).toMatchObject({ maxStake: '4000.00' }))
  })

  it('refuses a setting that does not exist', async () => {
    expect((await change('nonsense', 1, 0)).body.code).toBe('bad_input')
  })
})
