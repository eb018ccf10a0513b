import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { quoteHeldMs, type PaymentCoin } from '../../../api/states/deposit-states.ts'
import { formatAmount, parseAmount } from '../../../api/money.ts'
import { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import { withdrawalsDeskCalls } from '../../../api/calls/payments/withdrawals-desk.ts'
import { serveCalls, type TestApi } from '../../../tests/harness.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { startTestNodes, type TestNodes } from '../chains/test-nodes.ts'
import { toUnits } from '../chains/units.ts'
import { markVerified } from '../withdrawals/test-world.ts'
import { createWithdrawals, type Withdrawals } from '../withdrawals/withdrawals.ts'
import { bookTreasury } from './scanner/book-treasury.ts'
import { countAddresses, readUncredited } from './store.ts'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

/** Tests deposits against real nodes: bitcoind and anvil. */
let nodes: TestNodes
let world: DepositWorld
beforeAll(async () => {
  nodes = await startTestNodes()
  world = await createDepositWorld({
    chains: {
      adapters: nodes.chains.adapters,
      treasury: nodes.chains.treasury,
      explorerUrl: (coin, txid) => `/explorer/${coin}/tx/${txid}`,
      confirmations: { BTC: 2, ETH: 3 },
    },
  })
  for (const coin of ['BTC', 'ETH'] as const) await bookTreasury(world.context, coin)
  await world.scan()
}, 120_000)
afterAll(async () => {
  await world.stop()
  await nodes.stop()
})

describe.each<{ coin: PaymentCoin; scheme: RegExp }>([
  { coin: 'BTC', scheme: /^bitcoin:bcrt1/ },
  { coin: 'ETH', scheme: /^ethereum:0x/ },
])('a deposit in t$coin', ({ coin, scheme }) => {
  const needed = coin === 'BTC' ? 2 : 3
  let ada: { id: string; secrete: string }
  let deposit: { tid: string; address: string; amount: string; uri: string }
  let requestedUnits: bigint
  beforeEach(async () => {
    await world.advance(1_000)
    ada = await world.addCustomer()
    deposit = (await world.call('createtrnx', { type: coin, plan: 'Bronze' }, { secrete: ada.secrete })).body
    requestedUnits = toUnits(coin, parseAmount(deposit.amount, coin)!)
  })
  const show = async () => (await world.call('deposits.show', { id: deposit.tid }, { secrete: ada.secrete })).body
  const pay = (units = requestedUnits) => nodes.faucet(coin, deposit.address, units)
  /** Expects the coins at our addresses to equal the ledger plus the coins that haven't been credited yet. */
  async function expectReservesToMatch() {
    const { totalUnits } = await nodes.chains.adapters[coin].reserves({
      deposit: await countAddresses(world.platform.db, coin),
      change: 1,
    })
    const ledgerMinor =
      -(await world.ledger.houseBalance({ house: 'deposit_clearing', asset: coin })) +
      (await readUncredited(world.platform.db, coin))
    expect(totalUnits / toUnits(coin, 1n), coin).toBe(ledgerMinor)
    expect((await world.ledger.reconcile()).ok).toBe(true)
  }

  it('is seen, confirmed block by block, and credited only once when scanners run concurrently', async () => {
    expect(deposit.uri).toMatch(scheme)
    const txid = await pay()
    await world.scan()
    expect(await show()).toMatchObject({ status: 'SEEN', payments: [{ txid, state: 'seen' }] })
    for (let confirmations = 1; confirmations < needed; confirmations++) {
      await nodes.mine(coin)
      await world.scan()
      expect(await show()).toMatchObject({ status: 'CONFIRMING', confirmations, needed })
    }
    await nodes.mine(coin)
    await Promise.all([world.scan(), world.scanner(coin).pass(), world.scanner(coin).pass()])
    await world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '500.00' })
    expect(await world.balance(ada.id)).toBe(500_00n)
    await expectReservesToMatch()
  })

  it('is partial after the first payment, and is credited after a second payment tops it up', async () => {
    await pay(requestedUnits / 2n)
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'PARTIAL' })
    await expectReservesToMatch()
    await pay(requestedUnits / 2n)
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '500.00' })
    await expectReservesToMatch()
  })

  it('keeps the excess until the customer chooses, and uses the later rate for a late payment', async () => {
    await pay(requestedUnits * 2n)
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ outcome: 'over', credited: '500.00' })
    await world.advance(quoteHeldMs + 1_000)
    await pay()
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ outcome: 'over', credited: '1000.00' })
    await expectReservesToMatch()
  })

  it('expires unpaid, and accepts a late payment', async () => {
    await world.advance(quoteHeldMs)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'EXPIRED' })
    await pay()
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'late', credited: '500.00' })
    await expectReservesToMatch()
  })

  it('is reversed when a reorganisation removes its blocks, and credited again when the payment returns', async () => {
    const txid = await pay()
    const raw =
      coin === 'ETH'
        ? await nodes.rpc<string>('ETH', 'eth_getRawTransactionByHash', [txid])
        : await nodes.rpc<string>('BTC', 'getrawtransaction', [txid])
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await world.balance(ada.id)).toBe(500_00n)
    await nodes.reorg(coin, needed)
    await world.scan()
    expect(await world.balance(ada.id)).toBe(0n)
    expect((await world.identity.standing(ada.id)).frozen).not.toBeNull()
    await expectReservesToMatch()
    if (coin === 'ETH') await nodes.rpc('ETH', 'eth_sendRawTransaction', [raw])
    await nodes.mine(coin, needed)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', credited: '500.00', payments: [{ txid }] })
    expect(await world.balance(ada.id)).toBe(500_00n)
    await expectReservesToMatch()
  })
})

describe('a Bitcoin payment that its sender replaces', () => {
  it('vanishes, and only the replacement is credited', async () => {
    await world.advance(1_000)
    const ada = await world.addCustomer()
    const { tid, address } = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete }))
      .body
    const show = async () => (await world.call('deposits.show', { id: tid }, { secrete: ada.secrete })).body
    // Paid from our own coins, then replaced by the same payment with a higher fee.
    const { adapters, signer } = nodes.chains
    const issued = { deposit: await countAddresses(world.platform.db, 'BTC'), change: 1 }
    const first = await adapters.BTC.prepare({
      to: address,
      amountUnits: 1_000_000n,
      issued,
      avoid: [],
      changeIndex: 1,
    })
    await adapters.BTC.broadcast(await signer.sign(first))
    await world.scan()
    expect(await show()).toMatchObject({ status: 'SEEN' })
    const bumped = await adapters.BTC.bump(first)
    const replacement = await signer.sign(bumped)
    await adapters.BTC.broadcast(replacement)
    await world.scan()
    const { payments } = await show()
    expect(payments.map(({ txid }: { txid: string }) => txid)).toEqual([replacement.txid])
    await nodes.mine('BTC', 2)
    await world.scan()
    expect(await world.balance(ada.id)).toBe(500_00n)
  })
})

describe('an overpayment in tBTC', () => {
  let withdrawals: Withdrawals
  let desk: TestApi
  beforeAll(async () => {
    const { platform, ledger, identity } = world
    const { operators, markets, chains } = world.context
    const sending = { ...chains, sign: nodes.chains.signer.sign, issuedDeposits: countAddresses }
    const neighbours = { ledger, markets, identity, operators, chains: sending }
    withdrawals = createWithdrawals(platform, neighbours, { coolingMs: () => 0 })
    const calls = { ...withdrawalsCalls, ...withdrawalsDeskCalls }
    const own = { ...platform, metrics: createMetrics(false) }
    desk = await serveCalls(own, calls, withdrawals.calls as never, identity.sessionOf, operators.operatorOf)
  })
  afterAll(() => desk.stop())

  async function externalAddress(): Promise<string> {
    // The public key that belongs to private key 1, which isn't ours. Its SegWit address receives the block rewards.
    const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
    type Described = { descriptor: string }
    const { descriptor } = await nodes.rpc<Described>('BTC', 'getdescriptorinfo', [`pkh(${key})`])
    return (await nodes.rpc<[string]>('BTC', 'deriveaddresses', [descriptor]))[0]
  }
  async function receivedMinor(address: string): Promise<bigint> {
    type Found = { total_amount: number }
    const found = await nodes.rpc<Found>('BTC', 'scantxoutset', ['start', [`addr(${address})`]])
    return BigInt(Math.round(found.total_amount * 1e8))
  }

  it('is sent back once, to the address that the customer chose', async () => {
    await world.advance(1_000)
    const { id: customer, secrete } = await world.addCustomer()
    await markVerified(world.platform, customer)
    const deposit = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete })).body
    const quotedMinor = parseAmount(deposit.amount, 'BTC')!
    await nodes.faucet('BTC', deposit.address, toUnits('BTC', quotedMinor * 2n))
    await nodes.mine('BTC', 2)
    await world.scan()
    const address = await externalAddress()
    const order = { method: 'BTC', account: 'Refund BTC', amount: formatAmount(quotedMinor, 'BTC'), address }
    const { body: requested } = await desk.call('withdraw', order, { secrete })
    expect(requested).toMatchObject({ type: 'success' })
    const operator = await world.addOperator('finance')
    const approval = await desk.call('withdrawals.approve', { id: requested.id, customer }, { secrete: operator })
    expect(approval.body).toMatchObject({ type: 'success' })
    if (approval.body.needsSecond) expect((await world.approve()).status).toBe(200)
    // More rounds than two confirmations need, so that a duplicate payment would show up.
    for (let block = 0; block < 4; block++) {
      await withdrawals.send()
      await nodes.mine('BTC')
    }
    await withdrawals.send()
    const [shown] = (await desk.call('withdrawals', {}, { secrete })).body
    expect(shown).toMatchObject({ id: requested.id, acct: 'Refund BTC', amount: formatAmount(quotedMinor, 'BTC') })
    expect(await receivedMinor(address)).toBe(parseAmount(shown.arrives.amount, 'BTC'))
    const refund = { owner: customer, code: 'refund:BTC', asset: 'BTC' } as const
    expect((await world.ledger.balance(refund)).balanceMinor).toBe(0n)
    expect(await world.balance(customer)).toBe(500_00n)
    expect((await world.ledger.reconcile()).ok).toBe(true)
  })
})
