import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

/** The amount of each test's deposit in the coin's smallest unit: 500 dollars at 50,000 buy 0.01 tBTC. */
export const quotedMinor = 1_000_000n

/**
 * Creates a deposit of a new customer, Ada, for each test of the calling file, in one world whose ledger must
 * reconcile at the end. The fields of the returned object change before each test: read them inside the test.
 */
export function depositForEachTest() {
  const given = {} as {
    world: DepositWorld
    ada: { id: string; secrete: string }
    deposit: { tid: string; address: string }
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
  const show = async () =>
    (await given.world.call('deposits.show', { id: given.deposit.tid }, { secrete: given.ada.secrete })).body
  /** Pays the deposit, as the transaction `txid` if given, and confirms the payment. */
  async function confirm(amountMinor: bigint, txid?: string) {
    const { world, deposit } = given
    world.btc.send(deposit.address, amountMinor, txid)
    await world.scan()
    world.btc.mine(2)
    await world.scan()
  }
  return Object.assign(given, { room, show, confirm })
}
