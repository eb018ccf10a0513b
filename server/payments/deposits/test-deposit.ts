import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

/** The amount of each test's deposit in the coin's smallest unit: 500 dollars at 50,000 buy 0.01 tBTC. */
export const quotedMinor = 1_000_000n

/**
 * Creates a deposit for a new customer, Ada, before each test in the calling file, in one world whose ledger must
 * reconcile at the end. The fields of the returned object change before each test: read them inside the test.
 */
export function depositForEachTest() {
  const given = {} as {
    world: DepositWorld
    ada: { id: string; secrete: string }
    deposit: { tid: string; address: string; uri: string }
  }
  beforeAll(async () => {
    given.world = await createDepositWorld()
  })
  beforeEach(async () => {
    await given.world.setPrice('BTCUSD', 50_000)
    given.ada = await given.world.addCustomer()
    given.deposit = (
      await given.world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: given.ada.secrete })
    ).body
    await given.world.scan()
  })
  afterEach(() => room(null))
  afterAll(async () => {
    expect((await given.world.ledger.reconcile()).ok).toBe(true)
    await given.world.stop()
  })

  /** Sets the remaining amount of the customer's own deposit limit, in minor units; null for no limit. */
  const room = (minor: bigint | null) => void (given.world.limits.depositRoom = async () => minor)
  const show = async (id = given.deposit.tid, who = given.ada) =>
    (await given.world.call('deposits.show', { id }, { secrete: who.secrete })).body
  /** Pays the deposit, as the transaction `txid` if given, and confirms the payment. */
  async function confirm(amountMinor: bigint, txid?: string) {
    const { world, deposit } = given
    world.btc.send(deposit.address, amountMinor, txid)
    await world.scan()
    world.btc.mine(2)
    await world.scan()
  }
  /** Calls `name` for the overpaid or held part of the deposit. */
  const choose = (name: 'deposits.credit' | 'deposits.sendback', id = given.deposit.tid, key?: string) =>
    given.world.call(name, { id }, { secrete: given.ada.secrete, ...(key && { headers: { 'idempotency-key': key } }) })
  /** Returns the available balance of the refund account, in minor units. */
  const refund = async () =>
    (await given.world.ledger.balance({ owner: given.ada.id, code: 'refund:BTC', asset: 'BTC' })).availableMinor
  /** Uploads a receipt for the deposit. By default, the picture has metadata, which must not be stored. */
  const upload = async (other: { tid?: string; who?: { secrete: string }; bytes?: Uint8Array } = {}) => {
    const { tid, who, bytes } = { tid: given.deposit.tid, who: given.ada, bytes: await photo(), ...other }
    const files = { pop: { name: '../../receipt.png', bytes } }
    return given.world.call('trnxpop', { tid }, { secrete: who.secrete, files })
  }
  return Object.assign(given, { room, show, confirm, choose, refund, upload })
}

const photo = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366aa' } })
    .withExif({ IFD0: { Artist: 'somewhere' } })
    .png()
    .toBuffer()
