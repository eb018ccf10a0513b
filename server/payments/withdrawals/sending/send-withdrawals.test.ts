import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toMinor } from '../../chains/units.ts'
import { startTestNodes, type TestNodes } from '../../chains/test-nodes.ts'
import { ChainAway, chainCoins, type ChainAdapter, type ChainCoin, type Draft } from '../../chains/adapter.ts'
import { createClock } from '../../../platform/time/clock.ts'
import type { ChainsForWithdrawals } from '../context.ts'
import { addStoredWithdrawal, createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'
import { breaksOf } from '../../../../tests/tampering.ts'
import { paymentsBooks } from '../../public.ts'

/**
 * Sends withdrawals with the real nodes and signer. A fault stops the sender at one point, as if its process were
 * killed.
 */
let nodes: TestNodes
let world: WithdrawalWorld
let faults: Partial<Record<Fault, number>> = {}
let opening: Record<ChainCoin, bigint>
type Fault =
  | 'before planning'
  | 'after planning'
  | 'before signing'
  | 'after signing'
  | 'before broadcast'
  | 'after broadcast'
  | 'while following'
  | 'away'

class Killed extends Error {}
function strike(fault: Fault): void {
  if (!faults[fault]) return
  faults[fault]--
  throw new Killed(fault)
}

/** Wraps the real adapter so that a test can cut it off before or after each operation. */
function faulty(adapter: ChainAdapter): ChainAdapter {
  const around =
    <Args extends unknown[], Answer>(before: Fault, after: Fault, real: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      strike(before)
      const answer = await real(...args)
      strike(after)
      return answer
    }
  return {
    ...adapter,
    prepare: around('before planning', 'after planning', adapter.prepare),
    broadcast: around('before broadcast', 'after broadcast', adapter.broadcast),
    async txState(...args) {
      strike('while following')
      if (faults.away) throw (faults.away--, new ChainAway(adapter.coin, 'cut off'))
      return adapter.txState(...args)
    },
  }
}

beforeAll(async () => {
  nodes = await startTestNodes()
  const { adapters, signer } = nodes.chains
  const chains: ChainsForWithdrawals = {
    adapters: { BTC: faulty(adapters.BTC), ETH: faulty(adapters.ETH) },
    async sign(draft: Draft) {
      strike('before signing')
      const signed = await signer.sign(draft)
      strike('after signing')
      return signed
    },
    explorerUrl: (coin, txid) => `/explorer/${coin}/tx/${txid}`,
    confirmations: { BTC: 2, ETH: 2 },
    issuedDeposits: async () => 0,
  }
  world = await createWithdrawalWorld({ chains, rules: { coolingMs: () => 0 }, clock: createClock() })
  opening = { BTC: 0n, ETH: 0n }
  for (const coin of chainCoins) {
    const { totalUnits } = await nodes.chains.adapters[coin].reserves({ deposit: 0, change: 1 })
    opening[coin] = toMinor(coin, totalUnits).minor
    await world.ledger.post([
      {
        debit: { house: 'deposit_clearing' },
        credit: { house: 'exchange' },
        asset: coin,
        amountMinor: opening[coin],
        kind: 'deposit',
        shard: 0,
      },
    ])
  }
}, 120_000)
afterAll(async () => {
  // The transfers in this world have no deposit rows.
  const breaks = await breaksOf(world.platform, paymentsBooks)
  expect(breaks.filter(({ rule }) => rule.startsWith('withdrawal'))).toEqual([])
  await world?.stop()
  await nodes?.stop()
})
beforeEach(() => void (faults = {}))

/** The public key for private key 1 (secp256k1's generator). It doesn't belong to the platform. */
const foreignKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'

async function foreignAddress(kind: 'wpkh' | 'pkh'): Promise<string> {
  const { descriptor } = await nodes.rpc<{ descriptor: string }>('BTC', 'getdescriptorinfo', [`${kind}(${foreignKey})`])
  const [address] = await nodes.rpc<[string]>('BTC', 'deriveaddresses', [descriptor])
  return address
}

/** Returns an address that doesn't belong to the platform. */
async function outside(coin: ChainCoin): Promise<string> {
  return coin === 'ETH' ? `0x${world.platform.random.bytes(20).toString('hex')}` : foreignAddress('wpkh')
}

async function received(coin: ChainCoin, address: string): Promise<bigint> {
  if (coin === 'ETH')
    return toMinor('ETH', BigInt(await nodes.rpc<string>('ETH', 'eth_getBalance', [address, 'latest']))).minor
  const { total_amount } = await nodes.rpc<{ total_amount: number }>('BTC', 'scantxoutset', [
    'start',
    [`addr(${address})`],
  ])
  return BigInt(Math.round(total_amount * 1e8))
}

async function approved(
  coin: ChainCoin,
  amount = '500',
): Promise<{ id: string; customer: string; secrete: string; address: string; before: bigint; arrives: string }> {
  const { id: customer, secrete } = await world.addCustomer()
  const address = await outside(coin)
  const before = await received(coin, address)
  const { body } = await world.api.call('withdraw', { method: coin, account: 'Trading', amount, address }, { secrete })
  expect(body).toMatchObject({ type: 'success' })
  const operator = await world.operator()
  const decided = await world.api.call('withdrawals.approve', { id: body.id, customer }, { secrete: operator.secrete })
  expect(decided.body).toMatchObject({ type: 'success', needsSecond: false })
  const { arrives } = await shown({ id: body.id, secrete })
  return { id: body.id, customer, secrete, address, before, arrives: arrives.amount }
}

const shown = async ({ id, secrete }: { id: string; secrete: string }) =>
  (await world.api.call('withdrawals', {}, { secrete })).body.find((one: { id: string }) => one.id === id)
const minorOf = (text: string) => BigInt(text.replace('.', ''))

async function expectBooksRight(coin: ChainCoin): Promise<void> {
  const report = await world.withdrawals.reconcileReserves(coin)
  expect(
    report.differenceMinor,
    JSON.stringify(report, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).toBeGreaterThanOrEqual(0n)
  expect(report.differenceMinor).toBeLessThan(100n)
  expect((await world.ledger.reconcile()).breaks).toEqual([])
}

describe.each(chainCoins)('sending %s', (coin) => {
  it('moves a withdrawal from approved to sent to completed, with correct books at each step', async () => {
    const one = await approved(coin)
    await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'SENT', confirmations: { has: 0, needs: 2 } })
    await expectBooksRight(coin)
    await nodes.mine(coin, 1)
    await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'SENT', confirmations: { has: 1, needs: 2 } })
    await expectBooksRight(coin)
    await nodes.mine(coin, 1)
    await world.withdrawals.send()
    const done = await shown(one)
    expect(done).toMatchObject({ status: 'COMPLETED', waiting: null, url: `/explorer/${coin}/tx/${done.hash}` })
    expect((await received(coin, one.address)) - one.before).toBe(minorOf(one.arrives))
    await expectBooksRight(coin)
    const { body: payouts } = await world.api.call('payouts')
    expect(payouts[0]).toMatchObject({ id: one.id, Value: one.arrives, hash: done.hash, status: 'COMPLETED' })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      subject: expect.stringMatching(/^Your withdrawal of .* is complete$/),
      text: expect.stringMatching(new RegExp(`^We paid out ${one.arrives.replace('.', '[.]')} t${coin}[.]`)),
    })
  })

  const points: Fault[] = [
    'before planning',
    'after planning',
    'before signing',
    'after signing',
    'before broadcast',
    'after broadcast',
    'while following',
  ]
  it.each(points)('pays once, with correct books, if it is killed %s', async (point) => {
    const one = await approved(coin)
    faults = { [point]: 1 }
    for (let turn = 0; turn < 4; turn++) await world.withdrawals.send()
    expect(faults[point]).toBe(0)
    await nodes.mine(coin, 3)
    for (let turn = 0; turn < 2; turn++) await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
    expect((await received(coin, one.address)) - one.before).toBe(minorOf(one.arrives))
    await expectBooksRight(coin)
  })

  it('broadcasts the same raw transaction again after the chain has dropped it', async () => {
    const one = await approved(coin)
    await world.withdrawals.send()
    const { hash } = await shown(one)
    await nodes.mine(coin, 1)
    await undoBlocks(coin, 1)
    await world.withdrawals.send()
    await nodes.mine(coin, 3)
    await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'COMPLETED', hash })
    expect((await received(coin, one.address)) - one.before).toBe(minorOf(one.arrives))
    await expectBooksRight(coin)
  })

  it("prevents refusing or holding a signed withdrawal (may_be_sent); 'withdrawals.retry' resends it", async () => {
    const one = await approved(coin)
    faults = { 'before broadcast': 1 }
    await world.withdrawals.send()
    const { secrete } = await world.operator()
    const subject = { id: one.id, customer: one.customer }
    expect(
      (await world.api.call('withdrawals.refuse', { ...subject, reason: 'insufficient_funds' }, { secrete })).body.code,
    ).toBe('may_be_sent')
    expect((await world.api.call('withdrawals.hold', { ...subject, note: 'a look' }, { secrete })).body.code).toBe(
      'may_be_sent',
    )
    await world.withdrawals.send()
    expect((await world.api.call('withdrawals.retry', subject, { secrete })).status).toBe(200)
    await world.withdrawals.send()
    await nodes.mine(coin, 3)
    await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
    expect((await received(coin, one.address)) - one.before).toBe(minorOf(one.arrives))
    await expectBooksRight(coin)
  })

  it("refuses 'withdrawals.retry' with no_wallet while the node is unreachable", async () => {
    const one = await approved(coin)
    await world.withdrawals.send()
    const { secrete } = await world.operator()
    faults = { away: 1 }
    expect(
      (await world.api.call('withdrawals.retry', { id: one.id, customer: one.customer }, { secrete })).body.code,
    ).toBe('no_wallet')
    await nodes.mine(coin, 3)
    await world.withdrawals.send()
    expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
  })

  it('waits while the reserves are too low, and shows the reason', async () => {
    const { id: customer, secrete } = await world.addCustomer({ balanceMinor: 0n })
    await world.ledger.post([
      {
        debit: { house: 'mining_pool' },
        credit: { owner: customer, code: `mining:${coin}` },
        asset: coin,
        amountMinor: 10n ** 14n,
        kind: 'mining_output',
      },
    ])
    const rich = await createRich(coin, customer)
    await world.withdrawals.send()
    expect(await shown({ id: rich, secrete })).toMatchObject({ status: 'APPROVED', waiting: 'funds' })
    const operator = await world.operator()
    expect(
      (
        await world.api.call(
          'withdrawals.refuse',
          { id: rich, customer, reason: 'insufficient_funds' },
          { secrete: operator.secrete },
        )
      ).status,
    ).toBe(200)
    expect((await world.ledger.balance({ owner: customer, code: `mining:${coin}`, asset: coin })).availableMinor).toBe(
      10n ** 14n,
    )
  })

  it('doesn’t delay others or raise an alarm while one account is locked, and pays that one later, once', async () => {
    const [held, other] = [await approved(coin), await approved(coin)]
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [held.customer])
    for (let turn = 0; turn < 2; turn++) await world.withdrawals.send()
    expect([await shown(held), await shown(other)]).toMatchObject([{ status: 'APPROVED' }, { status: 'SENT' }])
    expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'withdrawal_failed')).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await nodes.mine(coin, 3)
    for (let turn = 0; turn < 2; turn++) await world.withdrawals.send()
    for (const one of [held, other]) {
      expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
      // For Bitcoin, both payments go to the same external address.
      const paid = [held, other].filter(({ address }) => address === one.address)
      expect((await received(coin, one.address)) - one.before).toBe(
        paid.reduce((sum, { arrives }) => sum + minorOf(arrives), 0n),
      )
    }
    await expectBooksRight(coin)
  })

  it('sends each withdrawal once with concurrent senders', async () => {
    const many = [await approved(coin, '20'), await approved(coin, '30'), await approved(coin, '40')]
    await Promise.all([world.withdrawals.send(), world.withdrawals.send(), world.withdrawals.send()])
    for (let turn = 0; turn < 4; turn++) {
      await nodes.mine(coin, 1)
      await world.withdrawals.send()
    }
    await nodes.mine(coin, 2)
    await world.withdrawals.send()
    for (const one of many) expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
    await expectBooksRight(coin)
  })

  it('pays again only once, and only after the conflicting transaction is deeply confirmed', async () => {
    const one = await approved(coin)
    faults = { 'before broadcast': 1 }
    await world.withdrawals.send()
    // Another transaction with our keys uses the same inputs or nonce. It isn't booked, so the reserves aren't
    // compared after this test, which is the last one for its coin.
    const issued = { deposit: 0, change: 100 }
    const rival = await nodes.chains.adapters[coin].prepare({
      to: await outside('ETH').then((eth) => (coin === 'ETH' ? eth : foreignAddress('pkh'))),
      amountUnits: 100_000n,
      issued,
      avoid: [],
      changeIndex: 99,
    })
    await nodes.chains.adapters[coin].broadcast(await nodes.chains.signer.sign(rival))
    await nodes.mine(coin, 7)
    await world.withdrawals.send()
    expect(await received(coin, one.address)).toBe(one.before)
    expect(await shown(one)).toMatchObject({ status: 'APPROVED' })
    const { rows } = await world.platform.pool.query(
      'SELECT count(*)::int AS attempts FROM payments.sends WHERE holder = $1',
      [one.id],
    )
    expect(rows[0].attempts).toBe(1)
    await nodes.mine(coin, 1)
    for (let turn = 0; turn < 3; turn++) {
      await world.withdrawals.send()
      await nodes.mine(coin, 2)
    }
    expect(await shown(one)).toMatchObject({ status: 'COMPLETED' })
    expect((await received(coin, one.address)) - one.before).toBe(minorOf(one.arrives))
  })
})

/** Adds an approved withdrawal that exceeds the reserves, as if the daily limit and the threshold had been raised. */
async function createRich(coin: ChainCoin, customer: string): Promise<string> {
  const { id } = await addStoredWithdrawal(world, {
    customer,
    coin,
    amountMinor: 10n ** 13n,
    address: await outside(coin),
  })
  return id
}

async function undoBlocks(coin: ChainCoin, count: number): Promise<void> {
  if (coin === 'ETH') return void (await nodes.rpc('ETH', 'anvil_rollback', [count]))
  const { height } = await nodes.chains.adapters.BTC.tip()
  const hash = await nodes.rpc<string>('BTC', 'getblockhash', [height - count + 1])
  await nodes.rpc('BTC', 'invalidateblock', [hash])
  // Uses another miner, so that the new block differs from the rejected one.
  await nodes.rpc('BTC', 'generateblock', [await foreignAddress('pkh'), []])
}
