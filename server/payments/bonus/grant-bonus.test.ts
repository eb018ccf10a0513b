import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addOperator } from '../../operators/test-operator.ts'
import { createBonusWorld, reason, type BonusWorld, type Person } from './test-bonus.ts'

const someId = '01890000-0000-7000-8000-000000000000'

let world: BonusWorld
let ada: Person

beforeAll(async () => {
  world = await createBonusWorld()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})
beforeEach(async () => {
  ada = await world.addPerson()
})

describe("'bonus.grant'", () => {
  it('grants a bonus under the current terms, and records the reason in the audit log', async () => {
    expect(await world.grant(ada)).toMatchObject({ status: 200, body: { needsSecond: false } })
    expect(await world.shown(ada)).toMatchObject({
      balance: '20.00',
      grants: [{ amount: '20.00', turnover: '100.00', why: reason }],
    })
    const { rows } = await world.platform.pool.query(
      `SELECT reason FROM operators.audit_log WHERE action = 'bonus.grant' AND customer_id = $1`,
      [ada.id],
    )
    expect(rows).toEqual([{ reason }])
  })
  it('grants the bonus once per idempotency key', async () => {
    await Promise.all([1, 2].map(() => world.grant(ada, {}, { 'idempotency-key': 'g' })))
    expect((await world.shown(ada)).balance).toBe('20.00')
  })
  it('refuses with key_reused if the key is reused with a different amount', async () => {
    await world.grant(ada, {}, { 'idempotency-key': 'r' })
    expect(await world.grant(ada, { amount: '21' }, { 'idempotency-key': 'r' })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
  })
  it('waits for a second operator if the bonus is large', async () => {
    expect(await world.grant(ada, { amount: '1000.01' })).toMatchObject({ status: 200, body: { needsSecond: true } })
    expect((await world.shown(ada)).balance).toBe('0.00')
    const second = (await addOperator(world.platform, 'owner')).secrete
    const [waiting] = (await world.ask('operators.approvals', {}, { secrete: second })).body
    expect((await world.ask('operators.approve', { id: waiting.id }, { secrete: second })).status).toBe(200)
    expect(await world.shown(ada)).toMatchObject({ balance: '1000.01', locked: '1000.01' })
  })
  it('needs a second operator once a day’s total exceeds the threshold, even with concurrent grants', async () => {
    const splitter = (await addOperator(world.platform, 'finance')).secrete
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.grant(ada, { amount: '300', turnoverTimes: 0 }, {}, splitter)),
    )
    expect(answers.filter(({ body }) => body.needsSecond === false)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.needsSecond === true)).toHaveLength(5)
    expect((await world.shown(ada)).balance).toBe('900.00')
    // The limit counts an operator's grants to all customers, and all operators' grants to a customer.
    const other = (
      await world.identity.addCustomer({
        email: 'split@example.org',
        name: 'Ben',
        country: 'GB',
        phone: '07400 123457',
        currency: 'USD',
      })
    ).customerId
    expect((await world.grant({ id: other }, { amount: '101' }, {}, splitter)).body.needsSecond).toBe(true)
    const another = (await addOperator(world.platform, 'finance')).secrete
    expect((await world.grant(ada, { amount: '101' }, {}, another)).body.needsSecond).toBe(true)
    expect((await world.grant(ada, { amount: '100' }, {}, another)).body.needsSecond).toBe(false)
  })
  it('makes the rule’s bonus await a second operator when the verifying operator has reached the limit', async () => {
    const { operatorId, secrete } = await addOperator(world.platform, 'owner')
    expect((await world.grant(ada, { amount: '990' }, {}, secrete)).body.needsSecond).toBe(false)
    const { customerId } = await world.identity.addCustomer({
      email: 'rule@example.org',
      name: 'Ben',
      country: 'GB',
      phone: '07400 123458',
      currency: 'USD',
    })
    await world.verify({ id: customerId }, operatorId)
    const balance = () => world.balance({ id: customerId }, 'bonus')
    expect(await balance()).toBe(0n)
    const second = (await addOperator(world.platform, 'finance')).secrete
    const waiting = (await world.ask('operators.approvals', {}, { secrete: second })).body.find(
      (one: { customer: string }) => one.customer === customerId,
    )
    expect((await world.ask('operators.approve', { id: waiting.id }, { secrete: second })).status).toBe(200)
    expect(await balance()).toBe(25_00n)
  })
  it('refuses with not_found if the customer does not exist', async () => {
    expect(await world.grant({ id: someId })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
  it.each(['0', '1.001'])('refuses with bad_amount: %s', async (amount) => {
    expect(await world.grant(ada, { amount })).toMatchObject({ status: 400, body: { code: 'bad_amount' } })
  })
})
