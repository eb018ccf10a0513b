import { describe, expect, it } from 'vitest'
import { remainingAsides } from './overpaid.ts'
import { quotedMinor, depositForEachTest } from './test-deposit.ts'

const given = depositForEachTest()
const { room, show, confirm, refund } = given
/** Posts the transfer that a withdrawal from the refund account would post. */
const sendBack = (amountMinor: bigint) =>
  given.world.ledger.post([
    {
      debit: { owner: given.ada.id, code: 'refund:BTC' },
      credit: { house: 'exchange' },
      asset: 'BTC',
      amountMinor,
      kind: 'withdrawal',
    },
  ])

describe('an overpaid deposit', () => {
  it('credits the quoted amount, and keeps the rest until the customer chooses', async () => {
    await confirm(1_500_000n)
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'over',
      credited: '500.00',
      words: expect.stringContaining('14 days'),
      overpaid: { amount: '0.00500000', unit: 'tBTC', account: 'Refund BTC' },
    })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await refund()).toBe(500_000n)
    expect(given.world.platform.mail.mailbox()[0]!.subject).toBe('Your deposit was overpaid')
  })
  it('is credited in full if it is within the tolerance', async () => {
    await confirm(1_010_000n)
    expect(await show()).toMatchObject({ outcome: 'exact', credited: '505.00', overpaid: null })
  })
  it('counts only credited coins towards deposit limits', async () => {
    room(0n)
    await confirm(5n * quotedMinor)
    expect(await show()).toMatchObject({ credited: '500.00', overpaid: { amount: '0.04000000' } })
  })
  it('sets the whole second payment aside', async () => {
    await confirm(quotedMinor)
    await confirm(quotedMinor)
    expect(await show()).toMatchObject({ outcome: 'over', credited: '500.00', overpaid: { amount: '0.01000000' } })
  })
})

describe('a reorganisation', () => {
  it('also reverses the overpaid part, and restores it when the payment returns', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    given.world.btc.reorganise(2)
    await given.world.scan()
    expect([await given.world.balance(given.ada.id), await refund()]).toEqual([0n, 0n])
    await confirm(1_500_000n, txid)
    expect([await given.world.balance(given.ada.id), await refund()]).toEqual([500_00n, 500_000n])
  })
  it('does not restore coins that were sent back', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    await sendBack(400_000n)
    for (let round = 0; round < 2; round++) {
      given.world.btc.reorganise(2)
      await given.world.scan()
      expect([await given.world.balance(given.ada.id), await refund()]).toEqual([0n, 0n])
      await confirm(1_500_000n, txid)
      expect([await given.world.balance(given.ada.id), await refund()]).toEqual([500_00n, 100_000n])
    }
  })
})

it('attributes coins that were sent back to the oldest payments', () => {
  const aside = (paymentKey: string, asideUntilMs: number) => ({
    depositId: paymentKey,
    paymentKey,
    asideMinor: 10n,
    asideUntilMs,
  })
  expect(remainingAsides([aside('a', 1), aside('b', 2), aside('c', 3)], 15n).map(({ openMinor }) => openMinor)).toEqual(
    [0n, 5n, 10n],
  )
})
