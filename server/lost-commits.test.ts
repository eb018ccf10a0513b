import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { breakCommitOf } from '../tests/broken-commit.ts'
import type { Answer } from '../tests/harness.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './farming/test-world.ts'
import { createWithdrawalWorld, type WithdrawalWorld } from './payments/withdrawals/test-world.ts'
import { startAccessWorld, type AccessWorld } from './test-access.ts'

/** The connection to the database breaks after a COMMIT: nobody can tell the client whether it was done. */
let world: AccessWorld
let secrete: string
beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  secrete = await world.signUp('ada@example.org')
  await vi.waitFor(async () => expect((await world.send('traders', {}, { secrete })).body).not.toHaveLength(0), { timeout: 25_000 })
})
afterAll(() => world?.stop())
afterEach(() => vi.restoreAllMocks())

const copy = (key: string) => world.send('copytrader', { copytrade: 'breakwater', to: 'start' }, { secrete, headers: { 'idempotency-key': key } })

it('outcome_unknown, and the same key gets the first answer', async () => {
  breakCommitOf('platform.answers')
  expect(await copy('k1')).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  expect(await copy('k1')).toMatchObject({ status: 200, body: { copied: true, msg: expect.stringContaining('You now copy') } })
})

it.each([['53100', 'records_full'], ['57014', 'busy'], ['55P03', 'busy']])('SQLSTATE %s is %s, and nothing was done', async (sqlState, code) => {
  await world.send('copytrader', { copytrade: 'breakwater', to: 'stop' }, { secrete })
  breakCommitOf('platform.answers', sqlState)
  expect(await copy(`k-${sqlState}`)).toMatchObject({ status: 503, body: { code } })
  expect(await copy(`k-${sqlState}`)).toMatchObject({ status: 200, body: { msg: expect.stringContaining('You now copy') } })
})

/** Makes a call whose COMMIT is lost, then the same call again with its key; resolves with the second answer. */
async function sentAgain(call: (key: string) => Promise<Answer>, key: string): Promise<Answer> {
  breakCommitOf('platform.answers')
  expect(await call(key)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  const again = await call(key)
  expect(again).toMatchObject({ status: 200, body: { type: 'success' } })
  expect((await call(key)).body).toEqual(again.body)
  return again
}

describe('a lost COMMIT of a withdrawal, and the same key again', () => {
  const order = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
  let payouts: WithdrawalWorld
  let ada: { id: string; secrete: string }
  beforeAll(async () => {
    payouts = await createWithdrawalWorld()
    ada = await payouts.addCustomer({ balanceMinor: 100_00n })
  })
  afterAll(() => payouts?.stop())
  const call = (name: string, input: Record<string, unknown>) => (key: string) => payouts.api.call(name, input, { secrete: ada.secrete, headers: { 'idempotency-key': key } })
  const listed = async () => (await payouts.api.call('withdrawals', {}, { secrete: ada.secrete })).body as { id: string; status: string }[]
  const availableMinor = async () => (await payouts.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).availableMinor

  it('withdraw: the amount is held once, and one withdrawal is listed', async () => {
    const { body } = await sentAgain(call('withdraw', order), 'w1')
    expect(await listed()).toMatchObject([{ id: body.id, status: 'PENDING' }])
    expect(await availableMinor()).toBe(74_50n)
  })

  it('withdrawals.cancel: the hold is released once', async () => {
    const { id } = (await listed())[0]!
    await sentAgain(call('withdrawals.cancel', { id }), 'c1')
    expect(await listed()).toMatchObject([{ id, status: 'CANCELLED' }])
    expect(await availableMinor()).toBe(100_00n)
    expect((await payouts.ledger.reconcile()).ok).toBe(true)
  })
})

describe('a lost COMMIT of a deposit, and the same key again', () => {
  let farms: FarmingWorld
  let ada: Person
  beforeAll(async () => {
    farms = await createFarmingWorld()
    ada = await farms.world.addCustomer()
  })
  afterAll(() => farms?.stop())
  const addresses = async () => (await farms.world.platform.pool.query('SELECT purpose FROM payments.deposits WHERE customer_id = $1 ORDER BY purpose', [ada.id])).rows

  it('createtrnx: one deposit with one address', async () => {
    const call = (key: string) => farms.world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete, headers: { 'idempotency-key': key } })
    await sentAgain(call, 'd1')
    expect(await addresses()).toEqual([{ purpose: 'trading' }])
  })

  it('farm: one deposit for one contract', async () => {
    const { body } = await sentAgain((key) => farms.call('farm', { plan: 'btc-steady', amount: '500', type: 'BTC' }, ada, { 'idempotency-key': key }), 'f1')
    expect((await farms.call('pendingyields', {}, ada)).body).toMatchObject([{ id: body.id }])
    expect(await addresses()).toEqual([{ purpose: 'farming' }, { purpose: 'trading' }])
  })
})
