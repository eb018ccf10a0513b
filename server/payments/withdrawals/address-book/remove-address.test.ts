import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld()
})
afterAll(() => world.stop())

const paypal = { method: 'PayPal', label: 'ada', address: 'ada@example.org' }

describe("'addresses.remove'", () => {
  it('removes an address during its waiting time', async () => {
    const { secrete } = await world.addCustomer()
    const { body } = await world.api.call('addresses.add', paypal, { secrete })
    expect((await world.api.call('addresses.remove', { id: body.id }, { secrete })).status).toBe(200)
    expect((await world.api.call('addresses', {}, { secrete })).body).toEqual([])
  })

  it('refuses with not_found for unknown addresses and other customers’ addresses', async () => {
    const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
    const { body } = await world.api.call('addresses.add', paypal, { secrete: ada.secrete })
    for (const id of [body.id, 'x', '01890000-0000-7000-8000-000000000000']) {
      expect((await world.api.call('addresses.remove', { id }, { secrete: ben.secrete })).body.code).toBe('not_found')
    }
    expect((await world.api.call('addresses', {}, { secrete: ada.secrete })).body).toHaveLength(1)
  })
})
