import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reviewsCalls } from '../../../contract/calls/reviews.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { createDepositWorld, someId, type DepositWorld } from '../deposits/test-world.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createReviews } from './reviews.ts'
import { reviewerName } from './reviewer.ts'

const words = 'It did what its page says.'

let world: DepositWorld
let api: TestApi
let ada: { id: string; secrete: string }
let support: string

beforeAll(async () => {
  world = await createDepositWorld()
  const { identity } = world
  const { operators } = world.context
  // The test's contracts begin like mining contracts; their payouts don't matter here.
  world.context.purposes.add('mining', {
    begin: async () => [
      {
        debit: { owner: ada.id, code: 'trading' },
        credit: { house: 'mining_pool' },
        asset: 'USD',
        amountMinor: 1n,
        kind: 'mining_purchase',
      },
    ],
    undo: async () => [],
  })
  api = await serveCalls(
    { ...world.platform, metrics: createMetrics(false) },
    reviewsCalls,
    createReviews({ ...world.platform, identity, operators }),
    identity.sessionOf,
    operators.operatorOf,
  )
  support = await world.addOperator('support')
})
afterAll(async () => {
  await api.stop()
  await world.stop()
})
beforeEach(async () => {
  await world.platform.pool.query('DELETE FROM payments.reviews')
  ada = await world.addCustomer()
})

/** Deposits for a plan and confirms the payment. */
async function hold(who: { secrete: string }, input: Record<string, unknown>) {
  const { body } = await world.call('createtrnx', { type: 'BTC', ...input }, { secrete: who.secrete })
  await world.scan()
  world.btc.send(body.address, BigInt(body.amount.replace('.', '').replace(/^0+/, '')))
  await world.scan()
  return async () => {
    world.btc.mine(3)
    await world.scan()
  }
}
const write = (input: Record<string, unknown> = {}, who = ada) =>
  api.call(
    'reviews.write',
    { kind: 'trading', plan: 'starter', rating: 4, text: words, ...input },
    { secrete: who.secrete },
  )
const shown = async (kind = 'trading', plan = 'starter') => (await api.call('reviews', { kind, plan })).body
const holdStarter = async (who = ada) => (await hold(who, { plan: 'starter' }))()

describe("'reviews'", () => {
  it('is empty for a plan without reviews', async () => {
    expect(await shown()).toEqual({ average: null, count: 0, list: [] })
    expect((await api.call('reviews.plans')).body).toEqual([])
  })
  it('shows the average, the number of reviews, and authors by first name and initial', async () => {
    const ben = await world.addCustomer()
    await holdStarter()
    await holdStarter(ben)
    expect(await write()).toMatchObject({ status: 200 })
    await write({ rating: 5, text: '' }, ben)
    expect(await shown()).toMatchObject({
      average: '4.5',
      count: 2,
      list: expect.arrayContaining([
        expect.objectContaining({ name: 'Ada L.', rating: 4, text: words, edited: false, hidden: null }),
      ]),
    })
    expect((await api.call('reviews.plans')).body).toEqual([
      { id: 'trading/starter', kind: 'trading', plan: 'starter', average: '4.5', count: 2 },
    ])
  })
  it.each([
    ['Ada Lovelace', 'Ada L.'],
    ['  Ada   King  Lovelace ', 'Ada L.'],
    ['Ada', 'Ada'],
    ['', 'A former customer'],
    [undefined, 'A former customer'],
  ])('shows the author %j as %s', (name, named) => {
    expect(reviewerName(name)).toBe(named)
  })
})

describe("'reviews.mine'", () => {
  it('lists the plans that the customer holds, including mining plans, with the customer’s own reviews', async () => {
    await holdStarter()
    await (
      await hold(ada, { plan: 'btc-basic', coin: 'BTC' })
    )()
    await write({ kind: 'mining', plan: 'btc-basic', rating: 2 })
    expect((await api.call('reviews.mine', {}, { secrete: ada.secrete })).body).toMatchObject([
      { kind: 'mining', plan: 'btc-basic', title: 'BTC Basic', review: { rating: 2 } },
      { kind: 'trading', plan: 'starter', title: 'Starter', review: null },
    ])
  })
})

describe("'reviews.write'", () => {
  it('stores one review per customer and plan, which the customer can change', async () => {
    await holdStarter()
    await write()
    await world.advance(60_000)
    await write({ rating: 1, text: 'Changed my mind.' })
    expect(await shown()).toMatchObject({
      average: '1.0',
      count: 1,
      list: [{ rating: 1, text: 'Changed my mind.', edited: true }],
    })
  })
  it('refuses with bad_rating unless the rating is a whole number from 1 to 5', async () => {
    await holdStarter()
    for (const rating of [0, 6, 4.5])
      expect(await write({ rating })).toMatchObject({ status: 400, body: { code: 'bad_rating' } })
    for (const rating of [1, 5]) expect(await write({ rating })).toMatchObject({ status: 200 })
  })
  it('refuses with not_held until the deposit is confirmed', async () => {
    expect(await write()).toMatchObject({ status: 403, body: { code: 'not_held' } })
    const confirm = await hold(ada, { plan: 'starter' })
    expect(await write()).toMatchObject({ status: 403, body: { code: 'not_held' } })
    await confirm()
    expect(await write()).toMatchObject({ status: 200 })
    expect(await write({ kind: 'mining', plan: 'btc-basic' })).toMatchObject({
      status: 403,
      body: { code: 'not_held' },
    })
  })
  it('refuses a text that is too long', async () => {
    await holdStarter()
    expect(await write({ text: 'x'.repeat(1_001) })).toMatchObject({ status: 400, body: { code: 'bad_input' } })
    expect(await write({ text: 'x'.repeat(1_000) })).toMatchObject({ status: 200 })
  })
})

describe("'reviews.hide' and 'reviews.unhide'", () => {
  const asOperator = (name: string, input: Record<string, unknown>) => api.call(name, input, { secrete: support })

  it('replace the text with the published reason and restore it, and keep the stars', async () => {
    await holdStarter()
    await write()
    const [{ id }] = (await shown()).list
    expect(await asOperator('reviews.hide', { id, reason: 'abuse' })).toMatchObject({ status: 200 })
    expect(await shown()).toMatchObject({
      average: '4.0',
      count: 1,
      list: [{ text: '', hidden: 'It insulted or threatened someone.' }],
    })
    expect((await asOperator('reviews.list', {})).body).toMatchObject([{ id, text: words, customer: ada.id }])
    const { rows } = await world.platform.pool.query(
      `SELECT action, reason FROM operators.audit_log WHERE subject = $1`,
      [id],
    )
    expect(rows).toEqual([{ action: 'reviews.hide', reason: 'It insulted or threatened someone.' }])
    await write({ text: 'Other words' })
    expect((await shown()).list).toMatchObject([{ text: '' }])
    await asOperator('reviews.unhide', { id })
    expect((await shown()).list).toMatchObject([{ text: 'Other words', hidden: null }])
  })
  it('refuse with not_found if the review does not exist', async () => {
    expect(await asOperator('reviews.hide', { id: someId, reason: 'abuse' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await asOperator('reviews.unhide', { id: someId })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})
