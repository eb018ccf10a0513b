import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'

let desk: CustomersDesk
let ada: { id: string; secrete: string }
let bob: { id: string; secrete: string }
beforeAll(async () => {
  desk = await createCustomersDesk()
  ada = await desk.customer('ada@example.org')
  await desk.world.platform.clock.advance(1_000)
  bob = await desk.customer('bob@example.org', 'GBP')
})
afterAll(() => desk.stop())

const ask = async (input: Record<string, string> = {}) =>
  (await desk.call('customers', input, { secrete: desk.auditor.secrete })).body.customers
const ids = async (input: Record<string, string>) => (await ask(input)).map(({ id }: { id: string }) => id)

describe("'customers'", () => {
  it('lists the newest customers first, with masked details', async () => {
    expect(await ask()).toMatchObject([
      {
        id: bob.id,
        name: 'A••• L•••',
        email: 'b•••@e•••.org',
        currency: 'GBP',
        frozen: null,
        closed: false,
        verified: false,
        flags: [],
      },
      { id: ada.id, email: 'a•••@e•••.org' },
    ])
    expect(await ids({ order: 'oldest' })).toEqual([ada.id, bob.id])
    expect(await ids({ p: '2' })).toEqual([])
  })

  it('marks simulated accounts, and does not list them as unverified', async () => {
    await desk.world.platform.clock.advance(1_000)
    const { customerId } = await desk.world.identity.addCustomer({
      email: 'robot@experts.invalid',
      name: 'Some Expert',
      country: 'United Kingdom',
      phone: '+44 20 7946 0958',
      currency: 'USD',
      simulated: true,
    })
    expect(await ids({ show: 'unverified' })).not.toContain(customerId)
    expect((await ask()).map(({ id, simulated }: { id: string; simulated: boolean }) => [id, simulated])).toEqual([
      [customerId, true],
      [bob.id, false],
      [ada.id, false],
    ])
    const { secrete } = desk.compliance
    expect((await desk.call('customers.show', { id: customerId }, { secrete })).body).toMatchObject({ simulated: true })
    // The tests below expect only the other customers.
    await desk.world.platform.pool.query('DELETE FROM identity.name_token WHERE customer_id = $1', [customerId])
    await desk.world.platform.pool.query('DELETE FROM identity.customer WHERE id = $1', [customerId])
  })

  it('finds customers by complete email address, in upper or lower case, and by id', async () => {
    expect(await ids({ search: ' ADA@Example.org ' })).toEqual([ada.id])
    expect(await ids({ search: bob.id.toUpperCase() })).toEqual([bob.id])
    for (const search of ['ada', '@example.org', '01890000-0000-7000-8000-000000000001'])
      expect(await ids({ search })).toEqual([])
  })

  it('filters by flags, freezes and missing verification', async () => {
    await desk.call('customers.flag', { id: ada.id, flag: 'watch', set: true }, { secrete: desk.compliance.secrete })
    await desk.call('customers.freeze', { id: bob.id, reason: 'asked to' }, { secrete: desk.compliance.secrete })
    expect(await ids({ show: 'flagged' })).toEqual([ada.id])
    expect(await ids({ show: 'frozen' })).toEqual([bob.id])
    expect(await ids({ show: 'unverified' })).toEqual([bob.id, ada.id])
  })

  it('filters by country, flag and last activity', async () => {
    expect(await ids({ flag: 'watch' })).toEqual([ada.id])
    expect(await ids({ country: 'GB' })).toEqual([bob.id, ada.id])
    expect(await ids({ country: 'DE' })).toEqual([])
    expect(await ids({ active: 'day' })).toEqual([bob.id, ada.id])
    expect(await ids({ active: 'not_month' })).toEqual([])
    const countries = await desk.call('customers.countries', {}, { secrete: desk.auditor.secrete })
    expect(countries.body).toEqual([{ code: 'GB', name: expect.stringContaining('United Kingdom'), customers: 2 }])
  })

  it('orders by last activity, balance, profit and loss, and shows them', async () => {
    desk.world.identity.resultsBy(
      async (asked) =>
        new Map(Object.entries({ [ada.id]: -1_50n, [bob.id]: 2_00n }).filter(([id]) => asked?.includes(id) ?? true)),
    )
    await desk.world.ledger.post([
      {
        debit: { house: 'practice_grants' },
        credit: { owner: ada.id, code: 'trading' },
        asset: 'USD',
        amountMinor: 1_00n,
        kind: 'practice_grant',
      },
    ])
    expect(await ask({ order: 'result' })).toMatchObject([
      { id: bob.id, result: '2.00', balance: '10000.00', lastActive: expect.any(String) },
      { id: ada.id, result: '-1.50', balance: '10001.00' },
    ])
    expect(await ids({ order: 'loss' })).toEqual([ada.id, bob.id])
    expect(await ids({ order: 'balance' })).toEqual([ada.id, bob.id])
    expect(await ids({ order: 'active' })).toEqual([bob.id, ada.id])
  })

  it('with customers.names, shows names, finds them by beginnings of words, and logs each page', async () => {
    const named = async (input: Record<string, string>) =>
      (await desk.call('customers', input, { secrete: desk.compliance.secrete })).body
    const { customers, names } = await named({ search: 'LOVE ad' })
    expect(names).toBe(true)
    expect(customers).toMatchObject([
      { id: bob.id, name: 'Ada Lovelace', email: 'bob@example.org' },
      { id: ada.id, name: 'Ada Lovelace', email: 'ada@example.org' },
    ])
    const [entry] = await desk.audited('customers.names')
    expect(entry).toMatchObject({
      by: 'Cora',
      details: { searched: true, customers: 2, ids: `${bob.id} ${ada.id}`, show: 'all', order: 'newest' },
    })
    expect(JSON.stringify(entry).toLowerCase()).not.toContain('love')
    expect((await named({ search: 'lovely' })).customers).toEqual([])
    expect(await ids({ search: 'love' })).toEqual([])
    expect(await desk.audited('customers.names')).toHaveLength(1)
  })

  it('forgets the former name when it is corrected', async () => {
    const { secrete } = desk.compliance
    const change = { id: ada.id, field: 'name', value: 'Augusta King', reason: 'asked to' }
    await desk.call('customers.correct', change, { secrete })
    const found = async (search: string) =>
      (await desk.call('customers', { search }, { secrete })).body.customers.map(({ id }: { id: string }) => id)
    expect(await found('augu')).toEqual([ada.id])
    expect(await found('ada')).toEqual([bob.id])
    await desk.call('customers.correct', { ...change, value: 'Ada Lovelace' }, { secrete })
  })

  it('indexes names that are older than the index', async () => {
    await desk.world.platform.pool.query('DELETE FROM identity.name_token')
    const { secrete } = desk.compliance
    const found = async () => (await desk.call('customers', { search: 'ada' }, { secrete })).body.customers
    expect(await found()).toEqual([])
    await desk.world.identity.indexNames()
    expect(await found()).toHaveLength(2)
  })

  it('exports the filtered list as CSV, masked without customers.names, and logs it', async () => {
    const csv = async (secrete: string) =>
      String((await desk.call('customers.export', { order: 'oldest' }, { secrete })).body).split('\r\n')
    const [head, first] = await csv(desk.compliance.secrete)
    expect(head).toMatch(/^id,name,email,country,currency,since,lastActive,balance,result,/)
    expect(first).toMatch(new RegExp(`^${ada.id},Ada Lovelace,ada@example.org,`))
    expect((await csv(desk.auditor.secrete))[1]).toContain('A••• L•••,a•••@e•••.org')
    expect(await desk.audited('customers.export')).toMatchObject([
      { by: 'Alma', details: { customers: 2 } },
      { by: 'Cora', details: { customers: 2 } },
    ])
  })

  it('does not exist for customers and visitors', async () => {
    for (const secrete of [ada.secrete, ''])
      expect((await desk.call('customers', {}, { secrete })).body.code).toBe('unknown_call')
  })
})

it('still lists and shows the other details if a name was altered', async () => {
  await desk.world.platform.clock.advance(1_000)
  const carol = await desk.customer('carol@example.org')
  await desk.world.platform.pool.query(`UPDATE identity.customer SET name_sealed = '\\x01' WHERE id = $1`, [carol.id])
  expect((await ask()).slice(0, 2)).toMatchObject([
    { id: carol.id, name: '•••' },
    { id: bob.id, name: 'A••• L•••' },
  ])
  expect(
    (await desk.call('customers.show', { id: carol.id }, { secrete: desk.compliance.secrete })).body,
  ).toMatchObject({ name: '', email: 'carol@example.org' })
})
