import { afterAll, describe, expect, it } from 'vitest'
import { quoteHeldMs } from '../../../api/states/deposit-states.ts'
import { quotedMinor, depositForEachTest } from './test-deposit.ts'
import { createDepositWorld } from './test-world.ts'
import { breaksOf } from '../../../tests/tampering.ts'
import { shardOf } from '../../platform/random.ts'
import { paymentsBooks } from '../public.ts'
import { readDepositedSince } from './store.ts'

const given = depositForEachTest()
const { room, show, confirm } = given
afterAll(async () => expect(await breaksOf(given.world.platform, paymentsBooks)).toEqual([]))

describe('a payment below the quoted amount', () => {
  it('waits, and is topped up by a second payment', async () => {
    await confirm(400_000n)
    expect(await show()).toMatchObject({
      status: 'PARTIAL',
      received: '0.00400000',
      words: expect.stringContaining('0.00400000 of 0.01000000 tBTC'),
    })
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    await confirm(600_000n)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '500.00' })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
  })
  it('is credited at the held rate when the quote ends', async () => {
    await confirm(400_000n)
    await given.world.setPrice('BTCUSD', 80_000)
    await given.world.advance(quoteHeldMs)
    await given.world.scan()
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'partial',
      credited: '200.00',
      words: expect.stringContaining('You paid less than'),
    })
    expect(await given.world.balance(given.ada.id)).toBe(200_00n)
  })
  it('counts as paid in full if it is at most one percent short', async () => {
    await confirm(990_000n)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '495.00' })
  })
})

describe('a payment above the customer’s own deposit limit', () => {
  it('is held, no matter how often the quote is paid again, and credited once the limit has room', async () => {
    room(100_00n)
    await confirm(quotedMinor)
    await given.world.advance(quoteHeldMs)
    for (let again = 0; again < 3; again++) await confirm(quotedMinor)
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    const { words, payments } = await show()
    expect(words).toContain('exceeds your own deposit limit')
    expect(payments.map(({ state }: { state: string }) => state)).toEqual(['credited', 'held', 'held', 'held'])
    room(1_000_00n)
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(1_500_00n)
    room(null)
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(2_000_00n)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'over' })
  })
  it('is held as a whole if it is the only one', async () => {
    room(100_00n)
    await given.world.advance(quoteHeldMs)
    await given.world.scan()
    await confirm(3n * quotedMinor)
    expect(await show()).toMatchObject({
      status: 'CONFIRMING',
      credited: null,
      words: expect.stringContaining('on hold'),
    })
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    room(null)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', credited: '1500.00' })
  })
  it.each(['cancelled', 'expired'])(
    'is held if its quote no longer counted towards the limit because it was %s',
    async (how) => {
      const { world, ada, deposit } = given
      const limitMinor = 600_00n
      world.limits.depositRoom = async (tx, customerId) => {
        const leftMinor = limitMinor - (await readDepositedSince(tx, { customerId, shard: shardOf(customerId) }, 0))
        return leftMinor > 0n ? leftMinor : 0n
      }
      const end = async ({ tid }: { tid: string }) => {
        if (how === 'cancelled') await world.call('closetrnx', { tid }, { secrete: ada.secrete })
        else await world.advance(quoteHeldMs)
        await world.scan()
      }
      await end(deposit)
      const quotes = [deposit]
      for (let more = 0; more < 2; more++) {
        const quote = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete })).body
        quotes.push(quote)
        await world.scan()
        await end(quote)
      }
      for (const { address } of quotes) world.btc.send(address, quotedMinor)
      await world.scan()
      world.btc.mine(2)
      await world.scan()
      world.btc.mine(2)
      await world.scan()
      expect(await world.balance(ada.id)).toBe(500_00n)
    },
  )
})

describe('a deposit that fails', () => {
  it('does not stop other deposits, and raises an alarm that stays open until it is credited', async () => {
    const alarms = async () =>
      (await given.world.platform.alarms.open()).filter(({ kind }) => kind === 'deposit_failed')
    const bob = await given.world.addCustomer()
    const other = (await given.world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: bob.secrete })).body
    const { owner } = given.world.platform
    await owner.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.reference = '${given.deposit.tid}' THEN RAISE EXCEPTION 'broken'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER broken BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_one()`)
    await given.world.scan()
    given.world.btc.send(other.address, quotedMinor)
    await confirm(quotedMinor)
    expect([await given.world.balance(given.ada.id), await given.world.balance(bob.id)]).toEqual([0n, 500_00n])
    expect(await alarms()).toMatchObject([{ subject: `BTC ${given.deposit.tid}` }])
    await owner.query('DROP TRIGGER broken ON ledger.transfers; DROP FUNCTION refuse_one()')
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await alarms()).toEqual([])
  })
})

describe('a deposit whose account is locked', () => {
  it('does not delay other deposits, raises no alarm, and is credited once the account is unlocked', async () => {
    const { world, ada } = given
    await world.ledger.post([
      {
        debit: { house: 'practice_grants' },
        credit: { owner: ada.id, code: 'trading' },
        asset: 'USD',
        amountMinor: 1n,
        kind: 'practice_grant',
      },
    ])
    const bob = await world.addCustomer()
    const other = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: bob.secrete })).body
    await world.scan()
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
    world.btc.send(other.address, quotedMinor)
    await confirm(quotedMinor)
    expect([await world.balance(ada.id), await world.balance(bob.id)]).toEqual([1n, 500_00n])
    expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'deposit_failed')).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await world.scan()
    expect(await world.balance(ada.id)).toBe(500_01n)
  })
  it('does not delay other deposits while the referrer is locked', async () => {
    const { world, ada, deposit } = given
    const [bob, eva] = [await world.addCustomer(), await world.addCustomer()]
    const { owner } = world.platform
    await owner.query(
      'INSERT INTO affiliates.member (shard, customer_id, code, referrers, joined_at_ms) VALUES ($1, $2, $3, $4, 0)',
      [shardOf(ada.id), ada.id, 'CFGHJMPQ', [eva.id]],
    )
    await owner.query('INSERT INTO affiliates.debt (shard, customer_id, owed_minor) VALUES ($1, $2, 0)', [
      shardOf(eva.id),
      eva.id,
    ])
    const other = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: bob.secrete })).body
    await world.scan()
    world.btc.send(deposit.address, quotedMinor)
    world.btc.send(other.address, quotedMinor)
    world.btc.mine(2)
    const holder = await owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM affiliates.debt WHERE customer_id = $1 FOR UPDATE', [eva.id])
    const startedAt = performance.now()
    await world.scan()
    expect(performance.now() - startedAt).toBeLessThan(1_500)
    expect([await world.balance(ada.id), await world.balance(bob.id)]).toEqual([0n, 500_00n])
    expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'deposit_failed')).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await world.scan()
    expect([await world.balance(ada.id), await world.balance(eva.id)]).toEqual([500_00n, 50_00n])
  })
})

describe('a payment after the quote has ended', () => {
  it('is credited at the rate at the time of confirmation', async () => {
    await given.world.advance(quoteHeldMs)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'EXPIRED' })
    given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    expect(await show()).toMatchObject({
      status: 'SEEN',
      words: expect.stringContaining('at the rate when it is confirmed'),
    })
    await given.world.setPrice('BTCUSD', 60_000)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'late', credited: '600.00' })
  })
  it('is not late if seen in time and mined soon after', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    await given.world.setPrice('BTCUSD', 60_000)
    await given.world.advance(quoteHeldMs + 60_000)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ outcome: 'exact', credited: '500.00' })
  })
  it('is late if it stayed unconfirmed for hours, so that it can’t hold a rate', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    await given.world.setPrice('BTCUSD', 60_000)
    await given.world.advance(quoteHeldMs + 3 * 3_600_000)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ outcome: 'late', credited: '600.00' })
  })
  it('waits for a fresh price', async () => {
    await given.world.platform.clock.advance(quoteHeldMs)
    await confirm(quotedMinor)
    expect(await show()).toMatchObject({ status: 'CONFIRMING' })
    await given.world.advance(0)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED' })
  })
  it('is credited even for a cancelled deposit', async () => {
    await given.world.call('closetrnx', { tid: given.deposit.tid }, { secrete: given.ada.secrete })
    await given.world.setPrice('BTCUSD', 40_000)
    await confirm(quotedMinor)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'late', credited: '400.00' })
  })
})

describe('a payment that was replaced', () => {
  it('vanishes, and only its replacement is credited', async () => {
    const key = given.world.btc.send(given.deposit.address, quotedMinor)
    await given.world.scan()
    given.world.btc.drop(key)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'QUOTED', payments: [] })
    await confirm(quotedMinor)
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
  })
})

describe('a reorganisation', () => {
  it('changes nothing if the payment is in the new branch', async () => {
    await confirm(quotedMinor)
    given.world.btc.reorganise(2, true)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', credited: '500.00' })
    expect(await given.world.ledger.transfersOf(given.deposit.tid, given.ada.id)).toHaveLength(2)
  })
  it('updates the position of an uncredited payment', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    given.world.btc.mine()
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMING' })
    given.world.btc.reorganise(1)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'QUOTED', received: '0.00000000' })
  })
  it('reverses the credit, freezes the account, and credits again when the payment returns', async () => {
    await confirm(quotedMinor)
    given.world.btc.reorganise(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'REVERSED', credited: null })
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    expect((await given.world.identity.standing(given.ada.id)).frozen).toBe('operator')
    expect(given.world.platform.mail.mailbox()[0]!.subject).toBe('Your deposit was reversed')
    expect(
      await given.world.ledger.houseBalance({ house: 'deposit_clearing', asset: 'BTC', shard: 0 }),
    ).toBeLessThanOrEqual(0n)
    given.world.btc.send(given.deposit.address, quotedMinor, (await show()).payments[0].txid)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', credited: '500.00' })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await given.world.ledger.transfersOf(given.deposit.tid, given.ada.id)).toHaveLength(6)
  })
  async function takeBackAfterLoss(): Promise<string> {
    await confirm(quotedMinor)
    await given.world.ledger.post([
      {
        debit: { owner: given.ada.id, code: 'trading' },
        credit: { house: 'trading_house' },
        asset: 'USD',
        amountMinor: 300_00n,
        kind: 'loss',
      },
    ])
    given.world.btc.reorganise(2)
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    expect(await show()).toMatchObject({ status: 'REVERSED', words: expect.stringContaining('$300.00') })
    return (await show()).payments[0].txid
  }
  it('reverses no more than the balance, and records the shortfall', async () => {
    await takeBackAfterLoss()
  })
  it('credits no part twice when a partly reversed payment returns', async () => {
    const txid = await takeBackAfterLoss()
    for (const round of [1, 2]) {
      given.world.btc.send(given.deposit.address, quotedMinor, txid)
      given.world.btc.mine(2)
      await given.world.scan()
      expect(await show(), `round ${round}`).toMatchObject({ status: 'CONFIRMED', credited: '500.00' })
      expect(await given.world.balance(given.ada.id), `round ${round}`).toBe(200_00n)
      given.world.btc.reorganise(2)
      await given.world.scan()
      expect(await given.world.balance(given.ada.id)).toBe(0n)
      expect(await show()).toMatchObject({ words: expect.stringContaining('$300.00') })
    }
  })
})

describe('a deposit with a stored rate that cannot be read', () => {
  it('is shown without the rate, and raises an alarm', async () => {
    await given.world.platform.owner.query(
      `UPDATE payments.deposits SET rate = '{"coin": 1}' WHERE id = '${given.deposit.tid}'`,
    )
    expect(await show()).toMatchObject({ status: 'QUOTED', rate: null, address: given.deposit.address })
    expect(await given.world.platform.alarms.open()).toMatchObject([
      { kind: 'row_unreadable', subject: `rate of deposit ${given.deposit.tid}` },
    ])
  })
})

describe('a scanner', () => {
  it('continues where it stopped, no matter what happened in the meantime', async () => {
    given.world.btc.send(given.deposit.address, quotedMinor)
    given.world.btc.mine(150)
    await given.world.scan()
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED' })
  })
  it('pauses while the node is unreachable, and catches up', async () => {
    given.world.btc.setAway(true)
    await given.world.scan()
    given.world.btc.setAway(false)
    await confirm(quotedMinor)
    expect(await show()).toMatchObject({ status: 'CONFIRMED' })
  })
})

describe('a chain that was rewritten below the stored window', () => {
  it('halts its scanner: nothing more is credited or reversed', async () => {
    const other = await createDepositWorld()
    const ben = await other.addCustomer()
    const { address } = (await other.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ben.secrete })).body
    await other.scan()
    other.btc.send(address, quotedMinor)
    other.btc.mine(2)
    await other.scan()
    other.btc.reorganise(7)
    await other.scan()
    await other.scan()
    expect(await other.balance(ben.id)).toBe(500_00n)
    expect(await other.scanner('BTC').halted()).toContain('@scanner_beyond_window')
    await other.stop()
  })
})
