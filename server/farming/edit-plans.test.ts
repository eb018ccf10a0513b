import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withLockHeld } from '../../tests/held-lock.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person
let finance: Person
const terms = { min: '250', lever: '3', margin: '8', earlyFee: '0.75' }
const rates = { weekly: '0.12', minimum: '0.08', borrowing: '0.07', note: 'A plan added by this test' }
let plans = 0

beforeAll(async () => {
  farms = await createFarmingWorld()
})
beforeEach(async () => {
  // The sessions expire while the clock moves.
  ada = await farms.world.addCustomer()
  finance = { id: '', secrete: await farms.world.addOperator('finance') }
})
afterAll(async () => {
  expect((await farms.world.ledger.reconcile()).ok).toBe(true)
  await farms.stop()
})

const propose = (name: Parameters<FarmingWorld['call']>[0], input: Record<string, unknown> = {}, person = finance) =>
  farms.call(name, input, person)
async function rejectAll(secrete: string) {
  for (const { id } of (await farms.world.call('operators.approvals', {}, { secrete })).body)
    await farms.world.call('operators.reject', { id, reason: 'No longer wanted' }, { secrete })
}
/** Proposes, then approves as a second operator. Returns the approval's refusal, if any. */
const desk: typeof propose = async (name, input, person) => {
  const answer = await propose(name, input, person)
  if (answer.body.msg !== 'A second operator has to approve this.') return answer
  const approved = await farms.world.approve()
  return approved.status === 200 ? answer : approved
}
const listed = async (id: string) => (await desk('farm.plans.list')).body.find((plan: { id: string }) => plan.id === id)
const offered = async (id: string) => (await farms.call('yplans')).body.find((plan: { id: string }) => plan.id === id)
async function addPlan(changed: Record<string, unknown> = {}): Promise<{ id: string; plan: string }> {
  const plan = `Plan ${++plans}`
  const { status, body } = await desk('farm.plans.add', { ...terms, ...rates, plan, coin: 'BTC', ...changed })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      type: 'success',
      msg: 'A second operator has to approve this.',
      outcome: 'needs_second',
    },
  })
  return { id: body.id, plan }
}

describe("'farm.plans.add'", () => {
  it('makes a plan available with its rates', async () => {
    const { id, plan } = await addPlan({ lever: 3.5 })
    expect(await offered(id)).toEqual({
      id,
      plan,
      coin: 'BTC',
      min: 250,
      lever: 3.5,
      apr: 12.74,
      apy: expect.any(Number),
      weekly: '0.1200',
      minimum: '0.0800',
      borrowing: '0.0700',
      delivered: null,
      contracts: 0,
    })
    expect(await listed(id)).toMatchObject({
      min: '250.00',
      margin: '8.00',
      earlyFee: '0.75',
      running: 0,
      retiredAt: null,
    })
    const contract = await farms.start(ada, { plan, amount: '250', lever: '3.5' })
    expect((await farms.statementOf(ada, contract.id)).terms).toMatchObject({
      leverHalves: 7,
      marginBps: 800,
      earlyFeeBps: 75,
      minimum: 800,
      borrowing: 700,
    })
  })
  it('name_taken: for one of two concurrent plans with the same name', async () => {
    const plan = `Plan ${++plans}`
    const add = () => propose('farm.plans.add', { ...terms, ...rates, plan, coin: 'BTC' })
    expect((await Promise.all([add(), add()])).map(({ status }) => status)).toEqual([200, 200])
    const secrete = await farms.world.addOperator('finance')
    const waiting = (await farms.world.call('operators.approvals', {}, { secrete })).body as { id: string }[]
    const approve = ({ id }: { id: string }) => farms.world.call('operators.approve', { id }, { secrete })
    const answers = await withLockHeld(
      farms.world.platform.pool,
      'LOCK TABLE farming.plans IN SHARE ROW EXCLUSIVE MODE',
      2,
      () => Promise.all(waiting.slice(-2).map(approve)),
    )
    expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'cannot_be_done'],
    ])
    expect((await propose('farm.plans.add', { ...terms, ...rates, plan, coin: 'BTC' })).body.code).toBe('name_taken')
    await rejectAll(secrete)
  })
  it('adds the plan at the end of the list', async () => {
    const { id } = await addPlan()
    expect((await farms.call('yplans')).body.at(-1).id).toBe(id)
    await desk('farm.plans.retire', { id })
  })
})

describe("'farm.plans.order'", () => {
  const offered = async (): Promise<string[]> => (await farms.call('yplans')).body.map(({ id }: { id: string }) => id)

  it('changes the order in which plans are offered, and writes it to the audit log', async () => {
    const before = await offered()
    const ids = before.toReversed()
    expect((await desk('farm.plans.order', { ids })).body.outcome).toBe('plans_ordered')
    expect(await offered()).toEqual(ids)
    const { rows } = await farms.world.platform.pool.query(
      "SELECT details FROM operators.audit_log WHERE action = 'farm.plans.order'",
    )
    expect(rows[0].details.order).toContain('Bitcoin Steady')
    await desk('farm.plans.order', { ids: before.join(',') })
    expect(await offered()).toEqual(before)
  })
  it('returns plans_changed unless the list names every offered plan once', async () => {
    const ids = await offered()
    for (const wrong of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 'nothing']])
      expect((await desk('farm.plans.order', { ids: wrong })).body.code).toBe('plans_changed')
  })
})

describe("'farm.plans.edit'", () => {
  it('applies to new requests only, not to running contracts or open deposits', async () => {
    const { id, plan } = await addPlan()
    const running = await farms.start(ada, { plan: id, amount: '1000', lever: '3' })
    const begun = (await farms.call('farm', { plan: id, amount: '250', type: 'BTC' }, ada)).body
    const before = await farms.statementOf(ada, running.id)
    const { body } = await desk('farm.plans.edit', {
      id,
      plan: 'Renamed',
      min: '500.50',
      lever: '2',
      margin: '12.5',
      earlyFee: '0',
    })
    expect(body).toEqual({
      type: 'success',
      msg: 'A second operator has to approve this.',
      outcome: 'needs_second',
    })
    expect(await listed(id)).toMatchObject({
      plan: 'Renamed',
      min: '500.50',
      lever: 2,
      margin: '12.50',
      earlyFee: '0.00',
      running: 1,
      coin: 'BTC',
    })
    expect(await farms.statementOf(ada, running.id)).toEqual(before)
    expect((await farms.call('farm', { plan: id, amount: '500', type: 'BTC' }, ada)).body.code).toBe('amount_too_small')
    expect((await farms.call('farm', { plan, amount: '1000', type: 'BTC' }, ada)).body.code).toBe('unknown_plan')
    // A deposit created under the old terms can still be paid, and its contract begins under them.
    farms.world.btc.send(begun.address, BigInt(begun.amount.replace('.', '').replace(/^0+/, '')))
    farms.world.btc.mine(3)
    await farms.world.scan()
    expect((await farms.statementOf(ada, begun.id)).terms).toMatchObject({
      leverHalves: 6,
      marginBps: 800,
      earlyFeeBps: 75,
    })
    await desk('farm.plans.retire', { id })
  })
  it('is recorded in the audit log with the previous terms', async () => {
    const { id, plan } = await addPlan()
    await desk('farm.plans.edit', { id, ...terms, plan, min: '300' })
    const log = (await farms.world.call('audit', {}, { secrete: await farms.world.addOperator('owner') })).body as {
      subject: string
      action: string
    }[]
    expect(log.filter(({ subject, action }) => subject === id && !/propose|approve/.test(action))).toMatchObject([
      { action: 'farm.plans.edit', details: { min: '300.00', minBefore: '250.00', lever: 3, leverBefore: 3 } },
      { action: 'farm.plans.add', details: { plan, min: '250.00', weekly: '0.12' } },
    ])
  })
  it('cost_above_minimum: if the announced rate doesn’t cover the cost at the new leverage', async () => {
    // At leverage 2, a minimum of 0.04% covers a cost of 0.08%. From leverage 2.5, it doesn't.
    const { id, plan } = await addPlan({ lever: '2', minimum: '0.04', borrowing: '0.08' })
    const edit = (lever: string) => desk('farm.plans.edit', { id, ...terms, plan, lever })
    expect((await edit('2.5')).body).toMatchObject({ code: 'cost_above_minimum' })
    // A better rate from next Monday isn't in force yet.
    await desk('farm.announce', { plan: id, ...rates })
    expect((await edit('2.5')).body).toMatchObject({ code: 'cost_above_minimum' })
    await farms.world.advance(7 * 86_400_000)
    finance = { id: '', secrete: await farms.world.addOperator('finance') }
    expect((await edit('2.5')).status).toBe(200)
    // A worse rate is refused too, although it starts next Monday.
    await desk('farm.announce', { plan: id, ...rates, minimum: '0.05', borrowing: '0.08' })
    expect((await edit('3')).body).toMatchObject({ code: 'cost_above_minimum' })
  })
  it('is serialised with a concurrent announcement', async () => {
    const { id, plan } = await addPlan({ lever: '2' })
    const { pool } = farms.world.platform
    await propose('farm.plans.edit', { id, ...terms, plan, lever: '4' })
    await propose('farm.announce', { plan: id, ...rates, minimum: '0.04', borrowing: '0.08' })
    const secrete = await farms.world.addOperator('finance')
    const waiting = (await farms.world.call('operators.approvals', {}, { secrete })).body as {
      id: string
      subject: string
    }[]
    const both = () =>
      Promise.all(
        waiting
          .filter(({ subject }) => subject === id)
          .map((each) => farms.world.call('operators.approve', { id: each.id }, { secrete })),
      )
    const answers = await withLockHeld(pool, `SELECT FROM farming.plans WHERE id = '${id}' FOR UPDATE`, 2, both)
    expect(answers.map(({ body }) => body.code ?? 'done').sort()).toEqual(['cannot_be_done', 'done'])
    await rejectAll(secrete)
  })
  it('not_found: for unknown and retired plans', async () => {
    const { id, plan } = await addPlan()
    await desk('farm.plans.retire', { id })
    for (const each of ['nothing', id]) {
      const { status, body } = await desk('farm.plans.edit', { id: each, ...terms, plan })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })
})

describe("the terms of a plan, in 'farm.plans.add' and 'farm.plans.edit'", () => {
  const bounds = [
    [{ min: '0.01' }, null],
    [{ min: '0' }, 'bad_amount'],
    [{ min: '1.001' }, 'bad_amount'],
    [{ min: '-5' }, 'bad_amount'],
    [{ min: '1000000' }, null],
    [{ min: '1000000.01' }, 'bad_amount'],
    [{ lever: '1.5' }, null],
    [{ lever: '1' }, 'bad_leverage'],
    [{ lever: '5', margin: '1', minimum: '0.11' }, null],
    [{ lever: '5.5', margin: '1' }, 'bad_leverage'],
    [{ lever: '2.25' }, 'bad_leverage'],
    [{ lever: 'much' }, 'bad_leverage'],
    [{ margin: '0.01' }, null],
    [{ margin: '0' }, 'bad_margin'],
    [{ margin: '33.33' }, null],
    [{ margin: '33.34' }, 'bad_margin'],
    [{ lever: '1.5', margin: '50' }, null],
    [{ lever: '1.5', margin: '50.01' }, 'bad_margin'],
    [{ margin: '8.001' }, 'bad_margin'],
    [{ earlyFee: '0' }, null],
    [{ earlyFee: '10' }, null],
    [{ earlyFee: '10.01' }, 'bad_fee'],
    [{ earlyFee: '-1' }, 'bad_fee'],
    [{ plan: 'BITCOIN STEADY' }, 'name_taken'],
    [{ plan: '' }, 'bad_input'],
  ] as const
  it.each(bounds)('with %o: %s', async (changed, code) => {
    const { id, plan } = await addPlan({ minimum: '0.11' })
    const edited = await desk('farm.plans.edit', { id, ...terms, plan, ...changed })
    const added = await desk('farm.plans.add', { ...terms, ...rates, plan: `${plan} too`, coin: 'ETH', ...changed })
    const status = code === null ? 200 : code === 'name_taken' ? 409 : 400
    expect([edited, added].map((each) => [each.status, each.body.code ?? null])).toEqual([
      [status, code],
      [status, code],
    ])
  })
  it.each([
    [{ weekly: '0' }, 'bad_rate'],
    [{ borrowing: '1.0001' }, 'bad_rate'],
    [{ minimum: '0.1201' }, 'minimum_above_rate'],
    [{ minimum: '0.03', borrowing: '0.0601' }, 'cost_above_minimum'],
    [{ coin: 'LTC' }, 'bad_input'],
    [{ note: 'no' }, 'bad_input'],
  ])('with the first rates %o: %s', async (changed, code) => {
    expect(
      (await desk('farm.plans.add', { ...terms, ...rates, plan: `Plan ${++plans}`, coin: 'BTC', ...changed })).body
        .code,
    ).toBe(code)
  })
})

describe("'farm.plans.retire'", () => {
  it('withdraws the plan; its contracts continue, and rates can be announced for them', async () => {
    const { id, plan } = await addPlan()
    const contract = await farms.start(ada, { plan: id, amount: '1000', lever: '2', duration: '28' })
    expect((await desk('farm.plans.retire', { id })).body).toEqual({
      type: 'success',
      msg: `The ${plan} plan is no longer available.`,
      outcome: 'plan_retired',
      details: { name: plan },
    })
    expect(await offered(id)).toBeUndefined()
    expect(await listed(id)).toMatchObject({ running: 1, retiredAt: expect.any(Number) })
    for (const name of ['farm', 'farm.quote'] as const)
      expect((await farms.call(name, { plan: id, amount: '1000', type: 'BTC' }, ada)).body.code).toBe('unknown_plan')
    expect((await desk('farm.announce', { plan: id, ...rates, weekly: '0.2' })).status).toBe(200)
    expect((await farms.call('farm.rates')).body).toContainEqual(
      expect.objectContaining({ planId: id, plan, weekly: '0.2000', inForce: false }),
    )
    await farms.days(28)
    await farms.again(ada)
    const statement = await farms.statementOf(ada, contract.id)
    expect(statement).toMatchObject({ contract: { state: 'released', plan }, ending: { how: 'released' } })
    expect(new Set(statement.weeks.flatMap(({ stretches }) => stretches.map(({ applied }) => applied)))).toEqual(
      new Set([1200, 2000]),
    )
    expect(farms.verify(statement)).toContain('The statement holds')
  })
  it('frees the plan’s name', async () => {
    const { id, plan } = await addPlan()
    await desk('farm.plans.retire', { id })
    expect((await desk('farm.plans.add', { ...terms, ...rates, plan, coin: 'ETH' })).status).toBe(200)
  })
  it('not_found: for an unknown plan, or when repeated', async () => {
    const { id } = await addPlan()
    await desk('farm.plans.retire', { id })
    for (const each of ['nothing', id]) {
      const { status, body } = await desk('farm.plans.retire', { id: each })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })
})

it('is hidden from operators without the permission', async () => {
  const support = { id: '', secrete: await farms.world.addOperator('support') }
  for (const person of [ada, support]) {
    for (const name of ['farm.plans.list', 'farm.plans.add', 'farm.plans.edit', 'farm.plans.retire'] as const)
      expect(
        (await desk(name, { id: 'btc-steady', ...terms, ...rates, plan: 'Mine', coin: 'BTC' }, person)).body.code,
      ).toBe('unknown_call')
  }
})
