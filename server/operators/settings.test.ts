import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { deskSettings } from '../../api/calls/operators/desk-settings.ts'
import { createDeskWorld, type DeskWorld } from './test-world.ts'
import { addOperator, signInOperator } from './test-operator.ts'

let world: DeskWorld
let secrete: string
beforeAll(async () => {
  world = await createDeskWorld()
  secrete = await signInOperator(world.platform, world.operators, 'finance')
})
afterAll(() => world.stop())

const change = (key: string, value: unknown, version: number) =>
  world.call('operators.changesetting', { key, value, version, reason: 'a trial' }, { secrete })
const needsSecond = async (amountMinor: bigint) => {
  const { operatorId } = await addOperator(world.platform, 'finance')
  const decision = {
    operatorId,
    customerId: operatorId,
    action: 'test',
    subject: 'thing',
    amountMinor,
    asset: 'USD' as const,
  }
  return world.platform.db.transaction().execute((tx) => world.operators.needsSecond(tx, decision))
}
const shown = async (key: string) =>
  (await world.call('operators.settings', {}, { secrete })).body.settings.find(
    (one: { key: string }) => one.key === key,
  )

describe("'operators.settings'", () => {
  it('returns the initial values at first', async () => {
    expect(await shown('secondOperatorAboveUsd')).toEqual({
      key: 'secondOperatorAboveUsd',
      value: '1000.00',
      version: 0,
    })
  })
})

describe("'operators.changesetting'", () => {
  it('applies the change at once, keeps the history and writes an audit entry', async () => {
    expect((await change('secondOperatorAboveUsd', '50', 0)).status).toBe(200)
    expect(await needsSecond(50_01n)).toBe(true)
    const { body } = await world.call('operators.settings', {}, { secrete })
    expect(body.changes[0]).toMatchObject({
      key: 'secondOperatorAboveUsd',
      value: '50',
      by: 'Some finance',
      reason: 'a trial',
    })
    const auditor = await signInOperator(world.platform, world.operators, 'auditor')
    expect(
      (await world.call('audit', { action: 'operators.changesetting' }, { secrete: auditor })).body[0],
    ).toMatchObject({
      subject: 'secondOperatorAboveUsd',
      reason: 'a trial',
      details: { before: '"1000.00"', after: '"50"' },
    })
  })

  it('raises the threshold only when a second operator approves', async () => {
    const { version } = await shown('secondOperatorAboveUsd')
    expect((await change('secondOperatorAboveUsd', '60', version)).body.msg).toBe(
      'A second operator has to approve this.',
    )
    expect(await shown('secondOperatorAboveUsd')).toMatchObject({ value: '50', version })
    const [proposal] = (await world.call('operators.approvals', {}, { secrete })).body
    expect(proposal).toMatchObject({
      action: 'operators.changesetting',
      subject: 'secondOperatorAboveUsd',
      mine: true,
      amount: '60.00',
    })
    expect((await world.call('operators.approve', { id: proposal.id }, { secrete })).body.code).toBe('own_proposal')
    const second = await signInOperator(world.platform, world.operators, 'compliance')
    expect((await world.call('operators.approve', { id: proposal.id }, { secrete: second })).status).toBe(200)
    expect(await needsSecond(60_00n)).toBe(false)
    expect(await shown('secondOperatorAboveUsd')).toMatchObject({ value: '60', version: version + 1 })
    expect(await change('secondOperatorAboveUsd', '5000', version)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
  })

  it.each([
    ['bonus', { onVerification: '30.00', turnoverTimes: 5 }],
    ['payoutBps', { stocks: 9_900, forex: null, crypto: null }],
    ['tradingLimits', { ...deskSettings.tradingLimits.initial, maxStake: '5001.00' }],
    ['addressBook', { coolingHours: 1 }],
    ['secondOperatorWaitDays', 1],
  ])('loosens %s only when a second operator approves', async (key, value) => {
    const before = await shown(key)
    expect((await change(key, value, before.version)).body.msg).toBe('A second operator has to approve this.')
    expect(await shown(key)).toEqual(before)
    const second = await signInOperator(world.platform, world.operators, 'compliance')
    const proposal = (await world.call('operators.approvals', {}, { secrete: second })).body.find(
      ({ subject }: { subject: string }) => subject === key,
    )
    expect(proposal).toMatchObject({ words: expect.stringContaining('instead of'), amount: null })
    expect((await world.call('operators.approve', { id: proposal.id }, { secrete: second })).status).toBe(200)
    expect(await shown(key)).toEqual({ key, value, version: before.version + 1 })
  })

  it('refuses a bonus above what a single operator may grant', async () => {
    const { version } = await shown('bonus')
    const { value: threshold } = await shown('secondOperatorAboveUsd')
    const answer = await change('bonus', { onVerification: '9999999999.99', turnoverTimes: 0 }, version)
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_value', msg: expect.stringContaining(threshold) } })
  })

  it.each([
    ['secondOperatorAboveUsd', '-1'],
    ['customerSecondFactor', 'sometimes'],
    ['secondOperatorWaitDays', 0],
    ['secondOperatorWaitDays', 61],
    ['secondOperatorWaitDays', '1.5'],
    ['payoutBps', { stocks: 12_000, forex: null, crypto: null }],
    [
      'tradingLimits',
      { minStake: '1.00', maxStake: '5', maxOpenTrades: 50, maxOpenStake: '25000.00', maxExposure: '100000.00' },
    ],
    ['messagesMailbox', 'nobody'],
  ])('returns bad_value for %s', async (key, value) => {
    const { version } = await shown(key)
    expect(await change(key, value, version)).toMatchObject({ status: 400, body: { code: 'bad_value' } })
  })

  it.each([
    [
      'payoutBps',
      { stocks: '8,000', forex: null, crypto: null },
      'Enter a percentage with at most two decimals, such as 80 or 80.5.',
    ],
    [
      'tradingLimits',
      { minStake: '10.00', maxStake: '50.00', maxOpenTrades: null, maxOpenStake: '100.00', maxExposure: '100.00' },
      'Enter a whole number.',
    ],
    [
      'tradingLimits',
      { minStake: '10.00', maxStake: '50.00', maxOpenTrades: 0, maxOpenStake: '100.00', maxExposure: '100.00' },
      'At least 1.',
    ],
    ['addressBook', { coolingHours: 'two' }, 'Enter a whole number of hours.'],
  ])('explains in plain language what is wrong with %s', async (key, value, msg) => {
    const { version } = await shown(key)
    expect((await change(key, value, version)).body).toMatchObject({ code: 'bad_value', msg })
  })

  it('returns changed_meanwhile, even for two concurrent changes', async () => {
    expect(await change('messagesMailbox', 'desk@desk.example', 7)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
    const answers = await Promise.all([
      change('messagesMailbox', 'a@desk.example', 0),
      change('messagesMailbox', 'b@desk.example', 0),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('updates the cached value in this process at once, and keeps the same object until then', async () => {
    const limits = world.operators.watch('tradingLimits')
    const before = limits()
    expect(limits()).toBe(before)
    const { version } = await shown('tradingLimits')
    await change('tradingLimits', { ...before, maxStake: '4000.00' }, version)
    await vi.waitFor(() => expect(limits()).toMatchObject({ maxStake: '4000.00' }))
  })

  it('refuses a setting that does not exist', async () => {
    expect((await change('nonsense', 1, 0)).body.code).toBe('bad_input')
  })
})
