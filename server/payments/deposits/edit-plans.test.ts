import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

let world: DepositWorld
let [owner, support] = ['', '']
beforeAll(async () => {
  world = await createDepositWorld()
  owner = await world.addOperator('owner')
  support = await world.addOperator('support')
})
afterAll(() => world.stop())

const desk = (name: string, input: Record<string, unknown>, secrete = owner) => world.call(name, input, { secrete })
/** Approves every pending proposal as a second operator; returns the statuses. */
async function approveAll(secrete?: string): Promise<number[]> {
  const second = secrete ?? (await world.addOperator('finance'))
  const waiting: { id: string }[] = (await desk('operators.approvals', {}, second)).body
  const statuses = []
  for (const { id } of waiting) statuses.push((await desk('operators.approve', { id }, second)).status)
  return statuses
}
const plan = { account: 'trading', plan: 'Pearl', amount: '250' }

describe("'tplans' and 'mplans'", () => {
  it('list the offered plans in their order', async () => {
    const { body } = await world.call('tplans')
    expect(body.map(({ plan, amount }: { plan: string; amount: number }) => [plan, amount])).toEqual([
      ['Starter', 100],
      ['Bronze', 500],
      ['Silver', 2500],
      ['Gold', 10_000],
      ['Custom', 10],
    ])
    expect((await world.call('mplans')).body[0]).toEqual({
      id: 'btc-basic',
      symbol: 'BTC',
      plan: 'Basic',
      amount: 300,
      hash: 15,
    })
  })
})

describe("'plans.add', 'plans.edit', 'plans.retire' and 'plans.list'", () => {
  it('change the offered plans and write to the audit log', async () => {
    const { id } = (await desk('plans.add', plan)).body
    expect((await desk('plans.edit', { ...plan, id, amount: '300.50' })).status).toBe(200)
    expect((await world.call('tplans')).body).toContainEqual({ id, plan: 'Pearl', amount: 300.5 })
    await desk('plans.retire', { id })
    expect((await world.call('tplans')).body.map(({ plan }: { plan: string }) => plan)).not.toContain('Pearl')
    expect((await desk('plans.list', {})).body.at(-1)).toMatchObject({ id, retiredAt: expect.any(Number) })
    expect(JSON.stringify((await desk('audit', {})).body)).toContain('plans.retire')
  })
  it('keep the terms of an open deposit', async () => {
    const ada = await world.addCustomer()
    const { tid } = (await world.call('createtrnx', { type: 'BTC', plan: 'Gold' }, { secrete: ada.secrete })).body
    await desk('plans.edit', { id: 'gold', account: 'trading', plan: 'Amber', amount: '9000' })
    expect((await world.call('deposits.show', { id: tid }, { secrete: ada.secrete })).body).toMatchObject({
      plan: 'Gold',
      amount: '10000.00',
    })
    await desk('plans.edit', { id: 'gold', account: 'trading', plan: 'Gold', amount: '10000' })
  })
  it('refuse with name_taken', async () => {
    expect((await desk('plans.add', { ...plan, plan: 'silver' })).body.code).toBe('name_taken')
    expect((await desk('plans.edit', { ...plan, id: 'bronze', plan: 'Silver' })).body.code).toBe('name_taken')
  })
  it('refuse with bad_amount', async () => {
    expect((await desk('plans.add', { ...plan, amount: '0' })).body.code).toBe('bad_amount')
    expect((await desk('plans.edit', { ...plan, id: 'bronze', amount: '1.001' })).body.code).toBe('bad_amount')
  })
  it('refuse with bad_mining_plan', async () => {
    const mining = { ...plan, account: 'mining', symbol: 'ZEC' }
    expect((await desk('plans.add', mining)).body.code).toBe('bad_mining_plan')
    expect((await desk('plans.edit', { ...mining, id: 'zec-basic', hash: '0' })).body.code).toBe('bad_mining_plan')
    const { id } = (await desk('plans.add', { ...mining, hash: '0.00000005' })).body
    await approveAll()
    expect((await world.call('mplans')).body).toContainEqual({
      id,
      symbol: 'ZEC',
      plan: 'Pearl',
      amount: 250,
      hash: 0.00000005,
    })
  })
  it('refuse with hash_rate_too_high', async () => {
    const mining = { account: 'mining', plan: 'Greedy', amount: '300' }
    const refused = {
      status: 400,
      body: { code: 'hash_rate_too_high', msg: expect.stringContaining('150.000000000000 TH/s') },
    }
    expect(await desk('plans.add', { ...mining, symbol: 'BTC', hash: '150.000000000001' })).toMatchObject(refused)
    expect(await desk('plans.edit', { ...mining, id: 'eth-basic', symbol: 'ETH', hash: '999999' })).toMatchObject(
      refused,
    )
    expect((await desk('plans.edit', { ...mining, id: 'zec-basic', symbol: 'ZEC', hash: '0.000001' })).body.code).toBe(
      'hash_rate_too_high',
    )
  })
  it('propose a mining plan to a second operator, because its hash rate decides what it pays', async () => {
    const generous = { account: 'mining', plan: 'Basic', amount: '300', symbol: 'BTC', hash: '149.5' }
    const basic = async () => (await world.call('mplans')).body.find(({ id }: { id: string }) => id === 'btc-basic')
    const before = await basic()
    expect((await desk('plans.edit', { ...generous, id: 'btc-basic' })).body.msg).toBe(
      'A second operator has to approve this.',
    )
    const added = (await desk('plans.add', { ...generous, plan: 'Generous' })).body
    expect(added.msg).toBe('A second operator has to approve this.')
    expect(await basic()).toEqual(before)
    expect((await world.call('mplans')).body.map(({ id }: { id: string }) => id)).not.toContain(added.id)
    expect(await approveAll(owner)).toEqual([403, 403])
    expect(await approveAll()).toEqual([200, 200])
    expect(await basic()).toMatchObject({ amount: 300, hash: 149.5 })
    expect((await desk('plans.add', { ...generous, plan: 'generous' })).body.code).toBe('name_taken')
  })
  it('return not_found for a plan that isn’t offered', async () => {
    expect((await desk('plans.edit', { ...plan, id: 'nothing' })).body.code).toBe('not_found')
    expect((await desk('plans.retire', { id: 'nothing' })).body.code).toBe('not_found')
  })
  it('order the offered plans, and write the order to the audit log', async () => {
    const offered = async (): Promise<string[]> => (await world.call('tplans')).body.map(({ id }: { id: string }) => id)
    const before = await offered()
    const ids = before.toReversed()
    expect((await desk('plans.order', { account: 'trading', ids })).body.outcome).toBe('plans_ordered')
    expect(await offered()).toEqual(ids)
    expect(JSON.stringify((await desk('audit', { action: 'plans.order' })).body)).toContain('Custom, Gold, Silver')
    const { id } = (await desk('plans.add', { ...plan, plan: 'Last' })).body
    expect((await offered()).at(-1)).toBe(id)
    await desk('plans.retire', { id })
    await desk('plans.order', { account: 'trading', ids: before.join(',') })
    expect(await offered()).toEqual(before)
  })
  it('refuse an order that isn’t of exactly the offered plans: plans_changed', async () => {
    const ids = (await world.call('tplans')).body.map(({ id }: { id: string }) => id)
    for (const wrong of [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 'btc-basic']])
      expect((await desk('plans.order', { account: 'trading', ids: wrong })).body.code).toBe('plans_changed')
  })
  it('are hidden without the permission', async () => {
    for (const name of ['plans.add', 'plans.edit', 'plans.retire', 'plans.list', 'plans.order'])
      expect((await desk(name, { ...plan, id: 'gold', ids: 'gold' }, support)).body.code).toBe('unknown_call')
  })
})

describe("'plans.history'", () => {
  type Version = { id: string; plan: string; from: number }
  const historyOf = async (id: string) =>
    ((await world.call('plans.history')).body as Version[]).filter((version) => version.id === id)
  const mining = { account: 'mining', plan: 'Early', amount: '300', symbol: 'LTC', hash: '0.0045' }
  const now = () => world.platform.clock.nowMs()

  it('begins with the default plans', async () => {
    const zcash = { id: 'zec-basic', symbol: 'ZEC', plan: 'Basic', amount: '300.00', hash: '0.000000060000' }
    expect(await historyOf('zec-basic')).toEqual([{ ...zcash, from: 0, until: null, earlierKept: true }])
    expect(await historyOf('gold')).toEqual([])
  })
  it('lists a mining plan’s terms with their periods, which start at the second operator’s approval', async () => {
    const { id } = (await desk('plans.add', mining)).body
    expect(await historyOf(id)).toEqual([])
    const times: number[] = []
    const approved = async () => {
      await world.advance(60_000)
      expect(await approveAll()).toEqual([200])
      times.push(now())
    }
    await approved()
    await desk('plans.edit', { ...mining, id, plan: 'Later', hash: '0.0040' })
    await approved()
    await world.advance(60_000)
    await desk('plans.retire', { id })
    const shared = { id, symbol: 'LTC', amount: '300.00', earlierKept: true }
    expect(await historyOf(id)).toEqual([
      { ...shared, plan: 'Early', hash: '0.004500000000', from: times[0], until: times[1] },
      { ...shared, plan: 'Later', hash: '0.004000000000', from: times[1], until: now() },
    ])
  })
  it('refuses to change or delete versions', async () => {
    const { pool, owner } = world.platform
    const changes = ['UPDATE payments.plan_versions SET hashes_per_s = 1', 'DELETE FROM payments.plan_versions']
    for (const change of changes) await expect(pool.query(change)).rejects.toThrow(/permission denied/)
    for (const change of [...changes, 'TRUNCATE payments.plan_versions']) {
      await expect(owner.query(change)).rejects.toThrow(/plan_versions is append-only/)
    }
  })
  it('does not add a version for a refused edit', async () => {
    const before = (await world.call('plans.history')).body
    await desk('plans.edit', { ...mining, id: 'btc-basic', plan: 'Plus', symbol: 'BTC', hash: '15' })
    expect((await world.call('plans.history')).body).toEqual(before)
  })
  it('returns pages of 500, with each version once', async () => {
    await world.platform.owner.query(
      `
        INSERT INTO payments.plan_versions (plan_id, version, from_ms, account, name, amount_minor, coin,
          hashes_per_s, is_offered)
       SELECT plan_id, v, v, account, name, amount_minor, coin, v, true
       FROM payments.plan_versions, generate_series(1, 600) v
       WHERE plan_id = 'zec-basic' AND version = 0`,
    )
    const pages = [1, 2, 3].map(async (p) => (await world.call('plans.history', { p })).body as Version[])
    const [first, second, third] = await Promise.all(pages)
    expect([first!.length, third]).toEqual([500, []])
    const ofZcash = [...first!, ...second!].filter(({ id }) => id === 'zec-basic').map(({ from }) => from)
    expect(ofZcash).toEqual(Array.from({ length: 601 }, (_, version) => version))
  })
})
