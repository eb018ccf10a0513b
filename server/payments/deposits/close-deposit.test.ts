import { describe, expect, it } from 'vitest'
import { depositForEachTest, quotedMinor } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { show } = given
const close = (tid = given.deposit.tid, who = given.ada) =>
  given.world.call('closetrnx', { tid }, { secrete: who.secrete })

describe("'closetrnx'", () => {
  it('cancels a deposit without payments', async () => {
    expect((await close()).body).toMatchObject({ type: 'success' })
    expect(await show()).toMatchObject({ status: 'CANCELLED' })
    expect((await close()).body.code).toBe('closed')
  })
  it('refuses with payment_seen once a payment has been seen', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    expect((await close()).body.code).toBe('payment_seen')
    given.world.btc.mine(2)
    await given.world.scan()
  })
  it('returns not_found for another customer’s deposit, as for a missing one', async () => {
    const ben = await given.world.addCustomer()
    expect((await close(given.deposit.tid, ben)).body).toEqual((await close(someId, ben)).body)
    expect((await close('no id')).body.code).toBe('not_found')
  })
})
