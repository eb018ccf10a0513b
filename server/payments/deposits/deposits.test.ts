import { describe, expect, it } from 'vitest'
import { depositForEachTest, quotedMinor } from './test-deposit.ts'

const given = depositForEachTest()
const { show } = given

describe('a plain deposit', () => {
  it('is seen, confirmed and credited once, for exactly the plan’s amount', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    expect(await show()).toMatchObject({
      status: 'SEEN',
      confirmations: 0,
      needed: 2,
      payments: [{ state: 'seen', amount: '0.01000000' }],
    })
    given.world.btc.mine()
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMING', confirmations: 1, received: '0.01000000' })
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    given.world.btc.mine()
    // Two concurrent scanners, and the same blocks again.
    await Promise.all([given.world.scanner('BTC').pass(), given.world.scanner('BTC').pass(), given.world.scan()])
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '500.00', words: null })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await given.world.ledger.transfersOf(given.deposit.tid, given.ada.id)).toHaveLength(2)
    expect(given.world.platform.mail.mailbox()[0]!.subject).toBe('Your deposit is confirmed')
    expect((await given.world.ledger.reconcile()).ok).toBe(true)
  })
})
