import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { BitcoinDraft, ChainAdapter, Issued } from './adapter.ts'
import { readAccountKey } from './account-key.ts'
import { createBitcoin } from './bitcoin.ts'
import { addressForms } from './bitcoin-network.ts'
import { keysOfSeed } from '../signer/keys.ts'
import { readSeed } from '../signer/seed.ts'
import { startTestNodes, type TestNodes } from './test-nodes.ts'

let nodes: TestNodes
let btc: ChainAdapter
const issued: Issued = { deposit: 10, change: 10 }
const strangerKey = secp256k1.utils.randomSecretKey()
const stranger = p2wpkh(secp256k1.getPublicKey(strangerKey, true), addressForms.regtest)
const sat = (coins: number) => BigInt(Math.round(coins * 1e8))

beforeAll(async () => {
  nodes = await startTestNodes()
  btc = nodes.chains.adapters.BTC
}, 120_000)
afterAll(() => nodes.stop())

describe('the adapter', () => {
  it('derives the same addresses from the tpub as the node does', async () => {
    const { address } = btc.deriveAddress(3)
    expect(address).toMatch(/^bcrt1q/)
    await nodes.faucet('BTC', address, 12_345n)
    await nodes.mine('BTC')
    const before = await btc.reserves({ deposit: 3, change: 0 })
    const after = await btc.reserves({ deposit: 4, change: 0 })
    expect(after.totalUnits - before.totalUnits).toBe(12_345n)
  })

  it('shows a payment while it is unconfirmed, then in a block that names its parent', async () => {
    const { address } = btc.deriveAddress(0)
    const txid = await nodes.faucet('BTC', address, sat(0.1234567))
    const [waiting] = await btc.pending(new Set([address]))
    expect(waiting).toMatchObject({ txid, address, amountUnits: 12_345_670n })
    expect(await btc.txState(txid)).toEqual({ state: 'pending' })
    const before = await btc.tip()
    await nodes.mine('BTC')
    const block = await btc.getBlock(before.height + 1, new Set([address]))
    expect(block).toMatchObject({
      height: before.height + 1,
      parentHash: before.hash,
      payments: [{ key: waiting!.key, amountUnits: 12_345_670n, minConfirmations: 1 }],
    })
    expect(await btc.hashAt(before.height + 1)).toBe(block!.hash)
    expect(await btc.pending(new Set([address]))).toEqual([])
    expect(await btc.txState(txid)).toMatchObject({ state: 'confirmed', confirmations: 1, hash: block!.hash })
    expect(await btc.getBlock(before.height + 2)).toBeUndefined()
    expect(await btc.hashAt(before.height + 2)).toBeUndefined()
  })

  it('requires 100 confirmations for a coinbase output, which isn’t spendable until then', async () => {
    const { address } = btc.deriveAddress(1)
    await nodes.rpc('BTC', 'generatetoaddress', [1, address])
    const block = await btc.getBlock((await btc.tip()).height, new Set([address]))
    expect(block!.payments).toMatchObject([{ address, minConfirmations: 100 }])
    const { totalUnits, spendableUnits } = await btc.reserves(issued)
    expect(totalUnits - spendableUnits).toBe(block!.payments[0]!.amountUnits)
  })

  it('drops a payment that was replaced by another', async () => {
    const { address } = btc.deriveAddress(2)
    const funding = await nodes.faucet('BTC', stranger.address!, sat(1))
    await nodes.mine('BTC')
    const coin = (await btc.describeTransaction(funding))!.outputs.findIndex(
      (output) => output.address === stranger.address,
    )
    const pay = (to: string, feeSat: bigint) => {
      const transaction = new Transaction()
      transaction.addInput({
        txid: funding,
        index: coin,
        sequence: 0xfffffffd,
        witnessUtxo: { script: stranger.script, amount: sat(1) },
      })
      transaction.addOutputAddress(to, sat(1) - feeSat, addressForms.regtest)
      transaction.sign(strangerKey)
      transaction.finalize()
      return { raw: transaction.hex, txid: transaction.id }
    }
    const [first, second] = [pay(address, 1_000n), pay(stranger.address!, 20_000n)]
    await btc.broadcast(first)
    expect(await btc.pending(new Set([address]))).toHaveLength(1)
    await btc.broadcast(second)
    expect(await btc.pending(new Set([address]))).toEqual([])
    expect(await btc.txState(first.txid)).toEqual({ state: 'unknown' })
    expect(await btc.txState(first.txid, first.raw)).toEqual({ state: 'conflicted', confirmations: 0 })
    await nodes.mine('BTC', 3)
    expect(await btc.txState(first.txid, first.raw)).toEqual({ state: 'conflicted', confirmations: 3 })
    await expect(btc.broadcast(first)).rejects.toMatchObject({ code: 'rejected' })
  })

  it('removes payments when a reorganisation removes their block, and finds them again', async () => {
    const { address } = btc.deriveAddress(4)
    const txid = await nodes.faucet('BTC', address, sat(0.5))
    await nodes.mine('BTC')
    const { height, hash } = await btc.tip()
    await nodes.reorg('BTC', 1)
    const replaced = await btc.getBlock(height, new Set([address]))
    expect(replaced).toMatchObject({ payments: [] })
    expect(replaced!.hash).not.toBe(hash)
    expect(await btc.txState(txid)).toEqual({ state: 'pending' })
    await nodes.mine('BTC')
    const block = await btc.getBlock(height + 2, new Set([address]))
    expect(block!.payments).toMatchObject([{ txid, amountUnits: sat(0.5) }])
  })
})

describe('withdrawals', () => {
  const order = (amountUnits: bigint, avoid: string[] = [], changeIndex = 1) =>
    btc.prepare({ to: stranger.address!, amountUnits, issued, avoid, changeIndex }) as Promise<BitcoinDraft>

  it('are planned, signed, sent and confirmed; sending one again has no effect', async () => {
    const draft = await order(sat(0.3))
    expect(draft.change).toMatchObject({ address: btc.deriveAddress(1, 'change').address, branch: 'change', index: 1 })
    const signed = await nodes.chains.signer.sign(draft)
    expect(await nodes.chains.signer.sign(draft)).toEqual(signed)
    expect(await btc.txState(signed.txid, signed.raw)).toEqual({ state: 'unknown' })
    await btc.broadcast(signed)
    await btc.broadcast(signed)
    expect(await btc.txState(signed.txid, signed.raw)).toEqual({ state: 'pending' })
    const before = await btc.reserves(issued)
    await nodes.mine('BTC', 2)
    await btc.broadcast(signed)
    expect(await btc.txState(signed.txid, signed.raw)).toMatchObject({
      state: 'confirmed',
      confirmations: 2,
      succeeded: true,
      feeUnits: BigInt(draft.feeUnits),
    })
    const after = await btc.reserves(issued)
    expect(before.totalUnits - after.totalUnits).toBe(sat(0.3) + BigInt(draft.feeUnits))
    expect((await btc.describeTransaction(signed.txid))!.outputs).toContainEqual(
      expect.objectContaining({ address: stranger.address, amountUnits: sat(0.3) }),
    )
  })

  it('are never planned with an output that another payment uses', async () => {
    const first = await order(sat(3))
    const second = await order(sat(3), first.claims)
    expect(second.claims.filter((claim) => first.claims.includes(claim))).toEqual([])
  })

  it('do not use outputs that a transaction in the mempool already spends', async () => {
    const first = await order(sat(2))
    await btc.broadcast(await nodes.chains.signer.sign(first))
    const second = await order(sat(2))
    expect(second.claims.filter((claim) => first.claims.includes(claim))).toEqual([])
    await nodes.mine('BTC')
  })

  it('can be sent again with a higher fee and the same inputs while they are unconfirmed', async () => {
    const draft = await order(sat(0.7))
    const signed = await nodes.chains.signer.sign(draft)
    await btc.broadcast(signed)
    const higher = await btc.bump(draft)
    expect(higher.claims).toEqual(draft.claims)
    expect(BigInt(higher.feeUnits)).toBeGreaterThan(BigInt(draft.feeUnits))
    const again = await nodes.chains.signer.sign(higher)
    await btc.broadcast(again)
    expect(await btc.txState(signed.txid, signed.raw)).toEqual({ state: 'conflicted', confirmations: 0 })
    await nodes.mine('BTC')
    expect(await btc.txState(again.txid)).toMatchObject({ state: 'confirmed' })
  })

  it('are refused if the treasury can’t cover them or nodes wouldn’t relay them', async () => {
    await expect(order(sat(20_000_000))).rejects.toMatchObject({ code: 'not_enough' })
    await expect(order(545n)).rejects.toMatchObject({ code: 'too_small' })
    expect(await btc.validateAddress(btc.treasuryAddress().address)).toMatchObject({
      ok: false,
      reason: { phrase: 'address_of_platform' },
    })
  })
})

it('waits for its turn while the node runs scans for other processes', async () => {
  const key = readAccountKey(
    keysOfSeed(readSeed({ seedFile: undefined, dataDir: nodes.dataDir, production: false })).accounts.BTC,
  )
  if (!key.ok) throw new Error(key.reason)
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const other = createBitcoin(
        (method, params) => nodes.rpc('BTC', method, params),
        () => key.key,
      )
      await other.checkNetwork()
      return other
    }),
  )
  const found = await Promise.all([btc, ...others, btc, ...others].map((one) => one.reserves(issued)))
  expect(new Set(found.map(({ totalUnits }) => totalUnits)).size).toBe(1)
})

it('estimates a fee within bounds if the node has no estimate', async () => {
  expect(await btc.estimateFee()).toMatchObject({ rateUnits: 5_000n, source: 'fallback' })
})

it('writes a BIP 21 payment URI', () => {
  expect(btc.paymentUri('bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 150_000_000n)).toBe(
    'bitcoin:bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x?amount=1.5',
  )
  expect(btc.paymentUri('bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x', 1_000_000_000n)).toBe(
    'bitcoin:bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x?amount=10',
  )
})

it('funds the treasury once, when the chain begins', async () => {
  expect(nodes.chains.treasury('BTC')).toMatchObject({ address: btc.treasuryAddress().address, amountUnits: sat(50) })
})
