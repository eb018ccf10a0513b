import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let ada: Copier
beforeAll(async () => {
  world = await createCopyingWorld()
  ada = await world.addCopier()
})
afterAll(() => world.stop())

const toggle = (customer: Copier, input: Record<string, unknown>) => world.as(customer, 'copytrader', input)
const traders = async (customer: Copier) => (await world.as(customer, 'user')).body.traders

it('starts and stops copying, and adds the expert to the user’s list', async () => {
  expect((await toggle(ada, { copytrade: 'breakwater' })).body).toMatchObject({
    type: 'success',
    copied: true,
    msg: 'You are now copying Breakwater.',
  })
  expect(
    (
      await toggle(ada, {
        copytrade: 'pendulum',
        mode: 'proportional',
        amount: '2000',
        classes: 'forex',
        maxStake: '50',
        stopLoss: '100',
      })
    ).status,
  ).toBe(200)
  expect((await traders(ada)).split(',').toSorted()).toEqual(['breakwater', 'pendulum'])
  expect((await world.as(ada, 'copies')).body.find(({ tid }: { tid: string }) => tid === 'pendulum')).toMatchObject({
    tid: 'pendulum',
    mode: 'proportional',
    amount: '2000.00',
    classes: ['forex'],
    maxStake: '50.00',
    stopLoss: '100.00',
  })
  expect((await toggle(ada, { copytrade: 'breakwater' })).body).toMatchObject({ copied: false })
  expect(await traders(ada)).toBe('pendulum')
})

it('creates only one relation for two simultaneous requests', async () => {
  const ben = await world.addCopier()
  await Promise.all([toggle(ben, { copytrade: 'crossing' }), toggle(ben, { copytrade: 'crossing' })])
  expect((await world.as(ben, 'copies')).body.length).toBe(1)
})

it('starts or stops copying as requested, and does nothing if that is already the state', async () => {
  const ben = await world.addCopier()
  const [start, stop] = [
    { copytrade: 'crossing', to: 'start', amount: '25' },
    { copytrade: 'crossing', to: 'stop' },
  ]
  expect((await toggle(ben, stop)).body).toMatchObject({
    type: 'success',
    copied: false,
    msg: 'You aren’t copying Crossing.',
  })
  expect((await world.as(ben, 'copies')).body).toEqual([])
  expect((await toggle(ben, start)).body).toMatchObject({ copied: true, msg: 'You are now copying Crossing.' })
  const [copying] = (await world.as(ben, 'copies')).body
  expect((await toggle(ben, { ...start, amount: '50' })).body).toMatchObject({
    type: 'success',
    copied: true,
    msg: 'You are already copying Crossing.',
  })
  expect((await world.as(ben, 'copies')).body).toEqual([copying])
  for (const _ of [1, 2]) expect((await toggle(ben, stop)).body).toMatchObject({ type: 'success', copied: false })
  expect((await world.as(ben, 'copies')).body).toMatchObject([{ id: copying.id, state: 'stopped' }])
  expect((await toggle(ben, { copytrade: 'crossing', to: 'go' })).status).toBe(400)
})

describe('refusals:', () => {
  it.each([
    ['not_found', 404, { copytrade: 'nobody' }],
    ['bad_amount', 400, { copytrade: 'crossing', amount: '10.001' }],
    ['amount_too_small', 400, { copytrade: 'crossing', amount: '9.99' }],
    ['amount_too_small', 400, { copytrade: 'crossing', stopLoss: '9.99' }],
    ['bad_class', 400, { copytrade: 'crossing', classes: 'crypto,bonds' }],
  ])('%s', async (code, status, input) => {
    const answer = await toggle(ada, input)
    expect(answer).toMatchObject({ status, body: { type: 'warning', code } })
  })
  it('none for the minimum of each amount', async () => {
    const ben = await world.addCopier()
    expect((await toggle(ben, { copytrade: 'crossing', amount: '10', maxStake: '10', stopLoss: '10' })).status).toBe(
      200,
    )
  })
  it('timed_out, but stopping is still allowed', async () => {
    const ben = await world.addCopier()
    await toggle(ben, { copytrade: 'crossing' })
    expect((await world.as(ben, 'limits.timeout', { hours: 24, confirm: 'TIME OUT' })).status).toBe(200)
    expect((await toggle(ben, { copytrade: 'breakwater' })).body.code).toBe('timed_out')
    expect((await toggle(ben, { copytrade: 'crossing' })).body).toMatchObject({ type: 'success', copied: false })
  })
  it('excluded', async () => {
    const ben = await world.addCopier()
    expect((await world.as(ben, 'limits.exclude', { months: 6, confirm: 'EXCLUDE ME' })).status).toBe(200)
    expect((await toggle(ben, { copytrade: 'breakwater' })).body.code).toBe('excluded')
  })
  it('account_frozen', async () => {
    const ben = await world.addCopier()
    await world.platform.db.transaction().execute((tx) => world.identity.freeze(tx, ben.id, 'product', 'For a test'))
    world.identity.standingChanged(ben.id)
    expect((await toggle(ben, { copytrade: 'breakwater' })).body.code).toBe('account_frozen')
  })
  it.each([
    ['session_limit', 'session_day', '5'],
    ['reality_due', 'reality', '10'],
  ])('%s', async (code, name, value) => {
    const ben = await world.addCopier()
    await world.as(ben, 'limits.set', { name, value })
    for (let minute = 0; minute < 12; minute++) {
      await world.as(ben, 'copies')
      await world.platform.clock.advance(60_000)
    }
    expect((await toggle(ben, { copytrade: 'breakwater' })).body.code).toBe(code)
  })
  it('trader_stopped', async () => {
    const secrete = await world.operator()
    await world.call('experts.stop', { tid: 'shoreline', reason: 'Its rule has aged.' }, { secrete })
    expect((await toggle(ada, { copytrade: 'shoreline' })).body.code).toBe('trader_stopped')
  })
})
