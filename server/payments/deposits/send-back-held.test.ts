import { describe, expect, it } from 'vitest'
import { quoteHeldMs } from '../../../api/states/deposit-states.ts'
import { depositForEachTest, quotedMinor } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { room, show, confirm, refund, choose } = given

describe("'deposits.sendback'", () => {
  it('moves a held payment to the refund account without crediting any of it', async () => {
    await given.world.advance(quoteHeldMs)
    room(0n)
    await confirm(3n * quotedMinor)
    expect(await show()).toMatchObject({ status: 'CONFIRMING', payments: [{ state: 'held' }] })
    expect((await choose('deposits.sendback', given.deposit.tid, 's-1')).body).toMatchObject({
      account: 'Refund BTC',
      method: 'BTC',
    })
    expect((await choose('deposits.sendback', given.deposit.tid, 's-1')).status).toBe(200)
    expect(await refund()).toBe(3n * quotedMinor)
    expect(await show()).toMatchObject({
      status: 'EXPIRED',
      credited: null,
      payments: [{ state: 'refund' }],
      overpaid: { amount: '0.03000000' },
    })
    room(null)
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(0n)
  })
  it('refuses with nothing_held and not_found', async () => {
    await confirm(quotedMinor)
    expect((await choose('deposits.sendback')).body.code).toBe('nothing_held')
    expect((await choose('deposits.sendback', someId)).body.code).toBe('not_found')
  })
})
