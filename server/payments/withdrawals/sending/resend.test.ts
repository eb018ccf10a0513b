import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClock } from '../../../platform/time/clock.ts'
import { chainCoins, type ChainCoin } from '../../chains/adapter.ts'
import { startTestNodes, type TestNodes } from '../../chains/test-nodes.ts'
import { toMinor } from '../../chains/units.ts'
import type { ChainsForWithdrawals } from '../context.ts'
import { addStoredWithdrawal, createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'
import { breaksOf } from '../../../../tests/tampering.ts'
import { paymentsBooks } from '../../public.ts'

/**
 * Tests rare cases of withdrawals with the real nodes and signer: a higher fee, coins that must be swept first, and a
 * payment that fails on the chain.
 */
let nodes: TestNodes
let world: WithdrawalWorld
/** Number of issued Ethereum deposit addresses. */
let issuedOfEthereum = 0
/** Prevents signed transactions from being broadcast. */
let cutOff = false

beforeAll(async () => {
  nodes = await startTestNodes()
  const { adapters, signer } = nodes.chains
  const withCut = (coin: ChainCoin) => ({
    ...adapters[coin],
    broadcast: (...given: Parameters<(typeof adapters)[ChainCoin]['broadcast']>) =>
      cutOff ? Promise.reject(new Error('cut off')) : adapters[coin].broadcast(...given),
  })
  const chains: ChainsForWithdrawals = {
    adapters: { BTC: withCut('BTC'), ETH: withCut('ETH') },
    sign: (draft) => signer.sign(draft),
    explorerUrl: (coin, txid) => `/explorer/${coin}/tx/${txid}`,
    confirmations: { BTC: 2, ETH: 2 },
    issuedDeposits: async (_db, coin) => (coin === 'ETH' ? issuedOfEthereum : 0),
  }
  world = await createWithdrawalWorld({ chains, rules: { coolingMs: () => 0 }, clock: createClock() })
  for (const coin of chainCoins)
    await bookDeposit(coin, (await adapters[coin].reserves({ deposit: 0, change: 1 })).totalUnits)
}, 120_000)
afterAll(async () => {
  // The transfers in this world have no deposit rows.
  const breaks = await breaksOf(world.platform, paymentsBooks)
  expect(breaks.filter(({ rule }) => rule.startsWith('withdrawal'))).toEqual([])
  await world?.stop()
  await nodes?.stop()
})

const bookDeposit = (coin: ChainCoin, units: bigint) =>
  world.ledger.post([
    {
      debit: { house: 'deposit_clearing' },
      credit: { house: 'exchange' },
      asset: coin,
      amountMinor: toMinor(coin, units).minor,
      kind: 'deposit',
      shard: 0,
    },
  ])

const ether = 10n ** 18n
const outside = { BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ETH: '' }
const ethereumAddress = () => `0x${world.platform.random.bytes(20).toString('hex')}`

async function received(coin: ChainCoin, address: string): Promise<bigint> {
  if (coin === 'ETH') return BigInt(await nodes.rpc<string>('ETH', 'eth_getBalance', [address, 'latest']))
  const { total_amount } = await nodes.rpc<{ total_amount: number }>('BTC', 'scantxoutset', [
    'start',
    [`addr(${address})`],
  ])
  return BigInt(Math.round(total_amount * 1e8))
}

type One = {
  id: string
  customer: string
  secrete: string
  coin: ChainCoin
  address: string
  before: bigint
  arrivesUnits: bigint
}

async function approved(coin: ChainCoin, address = outside[coin]): Promise<One> {
  const { id: customer, secrete } = await world.addCustomer()
  const before = await received(coin, address)
  const { body } = await world.api.call(
    'withdraw',
    { method: coin, account: 'Trading', amount: '500', address },
    { secrete },
  )
  expect(body, JSON.stringify(body)).toMatchObject({ type: 'success' })
  await desk('withdrawals.approve', { id: body.id, customer })
  const { arrives } = await shown({ id: body.id, secrete })
  const [whole, decimals = ''] = arrives.amount.split('.') as [string, string?]
  return {
    id: body.id,
    customer,
    secrete,
    coin,
    address,
    before,
    arrivesUnits: BigInt(whole + decimals.padEnd(coin === 'BTC' ? 8 : 18, '0')),
  }
}

const shown = async ({ id, secrete }: { id: string; secrete: string }) =>
  (await world.api.call('withdrawals', {}, { secrete })).body.find((one: { id: string }) => one.id === id)
const desk = async (name: string, input: Record<string, unknown>) => {
  const answer = await world.api.call(name, input, { secrete: (await world.operator()).secrete })
  expect(answer.body, `${name} ${JSON.stringify(answer.body)}`).toMatchObject({ type: 'success' })
  return answer.body
}
const sendsOf = async ({ id }: Pick<One, 'id'>) =>
  (
    await world.platform.pool.query<{ state: string; txid: string; fee_minor: bigint | null }>(
      'SELECT state, txid, fee_minor FROM payments.sends WHERE holder = $1 ORDER BY planned_at_ms, id',
      [id],
    )
  ).rows

async function settle(coin: ChainCoin, turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await nodes.mine(coin, 1)
    await world.withdrawals.send()
  }
}

async function expectPaidOnce(one: One): Promise<void> {
  await settle(one.coin)
  expect(await shown(one)).toMatchObject({ status: 'COMPLETED', waiting: null })
  expect((await received(one.coin, one.address)) - one.before).toBe(one.arrivesUnits)
  await expectBooksRight(one.coin)
}

async function expectBooksRight(coin: ChainCoin): Promise<void> {
  const { differenceMinor } = await world.withdrawals.reconcileReserves(coin)
  expect(differenceMinor).toBeGreaterThanOrEqual(0n)
  expect(differenceMinor).toBeLessThan(100n)
  expect((await world.ledger.reconcile()).breaks).toEqual([])
}

describe.each(chainCoins)("'withdrawals.retry' for an unconfirmed withdrawal in %s", (coin) => {
  const begun = async () => {
    outside.ETH ||= ethereumAddress()
    const one = await approved(coin)
    await world.withdrawals.send()
    const { msg } = await desk('withdrawals.retry', { id: one.id, customer: one.customer })
    expect(msg).toBe('The withdrawal will be sent again with a higher fee.')
    return one
  }

  it('sends the same payment with a higher fee, which confirms instead of the first one', async () => {
    const one = await begun()
    await world.withdrawals.send()
    await expectPaidOnce(one)
    const [first, second, ...more] = await sendsOf(one)
    expect(more).toEqual([])
    expect([first!.state, second!.state]).toEqual(['dead', 'confirmed'])
    expect(await nodes.chains.adapters[coin].txState(first!.txid)).toEqual({ state: 'unknown' })
    expect((await shown(one)).hash).toBe(second!.txid)
    // Only the fee of the mined transaction is booked.
    expect([first!.fee_minor, second!.fee_minor]).toEqual([null, expect.anything()])
  })

  it('completes the withdrawal with the first payment if that one is mined first', async () => {
    const one = await begun()
    cutOff = true
    await world.withdrawals.send()
    cutOff = false
    expect((await sendsOf(one)).map(({ state }) => state)).toEqual(['broadcast', 'signed'])
    await nodes.mine(coin, 1)
    await expectPaidOnce(one)
    const [first] = await sendsOf(one)
    expect((await shown(one)).hash).toBe(first!.txid)
    expect((await sendsOf(one)).map(({ state }) => state)).toEqual(['confirmed', 'dead'])
  })
})

describe('a payment that fails on the chain', () => {
  /** The code of a contract that rejects payments. It is set after the address has been checked. */
  const refusing = '0x60006000fd'

  async function failed(): Promise<One> {
    const one = await approved('ETH', ethereumAddress())
    await world.withdrawals.send()
    await nodes.rpc('ETH', 'anvil_setCode', [one.address, refusing])
    await settle('ETH', 3)
    expect(await shown(one)).toMatchObject({ status: 'SENT', waiting: 'failed_on_chain' })
    expect(await received('ETH', one.address)).toBe(0n)
    await expectBooksRight('ETH')
    // The payment isn't retried automatically.
    await settle('ETH', 2)
    expect(await sendsOf(one)).toMatchObject([{ state: 'dead' }])
    return one
  }

  it('costs its fee, waits for an operator, and is sent again by a retry', async () => {
    const one = await failed()
    await nodes.rpc('ETH', 'anvil_setCode', [one.address, '0x'])
    await desk('withdrawals.retry', { id: one.id, customer: one.customer })
    await world.withdrawals.send()
    await expectPaidOnce(one)
    expect((await sendsOf(one)).map(({ state, fee_minor }) => [state, fee_minor !== null])).toEqual([
      ['dead', true],
      ['confirmed', true],
    ])
  })

  it('can be refused instead, which returns the amount and the fee to the customer', async () => {
    const one = await failed()
    await desk('withdrawals.refuse', { id: one.id, customer: one.customer, reason: 'inaccurate_information' })
    expect(await shown(one)).toMatchObject({ status: 'REFUSED' })
    expect((await world.ledger.balance({ owner: one.customer, code: 'trading', asset: 'USD' })).availableMinor).toBe(
      10_000_00n,
    )
    await settle('ETH', 3)
    expect(await received('ETH', one.address)).toBe(0n)
    await expectBooksRight('ETH')
  })
})

it('sweeps Ethereum deposits into the treasury when its funds are low, books the cost, and then pays', async () => {
  const { adapters } = nodes.chains
  issuedOfEthereum = 3
  for (const index of [0, 2]) await nodes.faucet('ETH', adapters.ETH.deriveAddress(index).address, 700n * ether)
  await nodes.mine('ETH', 1)
  await bookDeposit('ETH', 1_400n * ether)
  const { id: customer, secrete } = await world.addCustomer({ balanceMinor: 0n })
  const { minor } = toMinor('ETH', 2_000n * ether)
  await world.ledger.post([
    {
      debit: { house: 'mining_pool' },
      credit: { owner: customer, code: 'mining:ETH' },
      asset: 'ETH',
      amountMinor: minor,
      kind: 'mining_output',
    },
  ])
  const address = ethereumAddress()
  const { id } = await addStoredWithdrawal(world, { customer, coin: 'ETH', amountMinor: minor, address })
  await world.withdrawals.send()
  expect(await shown({ id, secrete })).toMatchObject({ status: 'APPROVED', waiting: 'funds' })
  const sweeps = async () =>
    (
      await world.platform.pool.query(
        "SELECT state, fee_minor FROM payments.sends WHERE coin = 'ETH' AND customer_id IS NULL",
      )
    ).rows
  expect(await sweeps()).toMatchObject([{ state: 'broadcast' }, { state: 'broadcast' }])
  // The next run doesn't start a second sweep.
  await world.withdrawals.send()
  expect(await sweeps()).toHaveLength(2)
  await expectBooksRight('ETH')
  await settle('ETH', 8)
  expect(await sweeps()).toMatchObject([{ state: 'confirmed' }, { state: 'confirmed' }])
  expect(await shown({ id, secrete })).toMatchObject({ status: 'COMPLETED' })
  expect(toMinor('ETH', await received('ETH', address)).minor).toBe(minor - 1_000n)
  await expectBooksRight('ETH')
})

it('shows a completed withdrawal as sent after a reorganisation, and completes it when it is mined again', async () => {
  const one = await approved('BTC')
  await world.withdrawals.send()
  await expectPaidOnce(one)
  const alarms = async () =>
    (await world.platform.alarms.open())
      .filter(({ kind }) => kind === 'withdrawal_vanished')
      .map(({ subject }) => subject)
  const payouts = async () => (await world.api.call('payouts', { p: 1 })).body.map(({ id }: { id: string }) => id)
  expect(await payouts()).toContain(one.id)
  const { hash } = await shown(one)
  // A branch without the transaction wins.
  await nodes.reorg('BTC', 4)
  await world.withdrawals.send()
  expect(await shown(one)).toMatchObject({ status: 'SENT', waiting: 'vanished' })
  expect(await alarms()).toEqual([one.id])
  expect(await payouts()).not.toContain(one.id)
  expect((await nodes.chains.adapters.BTC.txState(hash)).state).toBe('pending')
  await settle('BTC', 3)
  expect(await shown(one)).toMatchObject({ status: 'COMPLETED', waiting: null, hash })
  expect(await alarms()).toEqual([])
  expect(await sendsOf(one)).toMatchObject([{ state: 'confirmed', txid: hash }])
  await expectBooksRight('BTC')
})

it('follows other completed withdrawals while one is locked, and follows that one once it is unlocked', async () => {
  const [held, other] = [await approved('BTC'), await approved('BTC')]
  await world.withdrawals.send()
  await settle('BTC', 3)
  for (const one of [held, other]) expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
  const holder = await world.platform.owner.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM payments.sends WHERE holder = $1 FOR UPDATE', [held.id])
  await nodes.reorg('BTC', 4)
  await world.withdrawals.send()
  expect([await shown(held), await shown(other)]).toMatchObject([
    { status: 'COMPLETED' },
    { status: 'SENT', waiting: 'vanished' },
  ])
  await holder.query('ROLLBACK')
  holder.release()
  await world.withdrawals.send()
  expect(await shown(held)).toMatchObject({ status: 'SENT', waiting: 'vanished' })
  await settle('BTC', 3)
  for (const one of [held, other]) expect(await shown(one)).toMatchObject({ status: 'COMPLETED', waiting: null })
  await expectBooksRight('BTC')
})
