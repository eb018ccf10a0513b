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
  (await desk.call('customers', input, { secrete: desk.auditor.secrete })).body
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
    expect(await ids({ before: bob.id })).toEqual([ada.id])
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
