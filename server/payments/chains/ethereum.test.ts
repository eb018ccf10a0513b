import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ChainAdapter, EthereumDraft, Issued } from './adapter.ts'
import { startTestNodes, type TestNodes } from './test-nodes.ts'

let nodes: TestNodes
let eth: ChainAdapter
const ether = 10n ** 18n
const issued: Issued = { deposit: 6, change: 1 }
const stranger = privateKeyToAccount(generatePrivateKey())

/** A contract that forwards payments to the address in the first word of its input: CALL(gas, word 0, value). */
const forwarder = '0x695f5f5f5f345f355af1005f52600a6016f3'
/** A contract that does the same, then reverts: ... REVERT. */
const reverter = '0x6b5f5f5f5f345f355af15f5ffd5f52600c6014f3'

beforeAll(async () => {
  nodes = await startTestNodes()
  eth = nodes.chains.adapters.ETH
  await nodes.faucet('ETH', stranger.address, 1_000n * ether)
  await nodes.mine('ETH')
}, 120_000)
afterAll(() => nodes.stop())

async function send(transaction: {
  to?: string
  value?: bigint
  data?: string
  maxFeePerGas?: bigint
  nonce?: number
}) {
  const nonce =
    transaction.nonce ?? Number(await nodes.rpc('ETH', 'eth_getTransactionCount', [stranger.address, 'pending']))
  const fee = transaction.maxFeePerGas ?? 10n ** 10n
  const raw = await stranger.signTransaction({
    type: 'eip1559',
    chainId: 31337,
    gas: 300_000n,
    maxPriorityFeePerGas: fee,
    ...(transaction as object),
    maxFeePerGas: fee,
    nonce,
  })
  return { raw, txid: await nodes.rpc<string>('ETH', 'eth_sendRawTransaction', [raw]) }
}

async function deploy(code: string): Promise<string> {
  const { txid } = await send({ data: code })
  await nodes.mine('ETH')
  return (await nodes.rpc<{ contractAddress: string }>('ETH', 'eth_getTransactionReceipt', [txid])).contractAddress
}

const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const latest = async (watched: string[]) => (await eth.getBlock((await eth.tip()).height, new Set(watched)))!

describe('the adapter', () => {
  it('shows a payment while it is unconfirmed, then in a block that names its parent', async () => {
    const { address } = eth.deriveAddress(0)
    const txid = await nodes.faucet('ETH', address, 1_234_567_890_123_456_789n)
    expect(await eth.pending(new Set([address]))).toMatchObject([
      { key: `${txid}:0`, address, amountUnits: 1_234_567_890_123_456_789n },
    ])
    expect(await eth.txState(txid)).toEqual({ state: 'pending' })
    const before = await eth.tip()
    await nodes.mine('ETH')
    expect(await latest([address])).toMatchObject({
      height: before.height + 1,
      parentHash: before.hash,
      payments: [{ key: `${txid}:0`, txid, amountUnits: 1_234_567_890_123_456_789n, minConfirmations: 1 }],
    })
    expect(await eth.pending(new Set([address]))).toEqual([])
    expect(await eth.txState(txid)).toMatchObject({ state: 'confirmed', confirmations: 1, succeeded: true })
    expect(await eth.getBlock(before.height + 2)).toBeUndefined()
  })

  it('detects a payment by a contract, with the path of its call', async () => {
    const contract = await deploy(forwarder)
    const { address } = eth.deriveAddress(1)
    const { txid } = await send({ to: contract, value: 3n * ether, data: word(address) })
    await nodes.mine('ETH')
    const { payments } = await latest([address])
    expect(payments).toEqual([{ key: `${txid}:0.0`, txid, address, amountUnits: 3n * ether, minConfirmations: 1 }])
  })

  it('detects a payment by a contract even if the node has restarted and can’t replay the block', async () => {
    const contract = await deploy(forwarder)
    const { address } = eth.deriveAddress(1)
    const { txid } = await send({ to: contract, value: 2n * ether, data: word(address) })
    await nodes.mine('ETH')
    const { height } = await eth.tip()
    await nodes.stop({ keep: true })
    nodes = await startTestNodes({ dataDir: nodes.dataDir })
    eth = nodes.chains.adapters.ETH
    expect((await eth.getBlock(height, new Set([address])))!.payments).toMatchObject([
      { key: `${txid}:0.0`, amountUnits: 2n * ether },
    ])
  })

  it('ignores payments in a failed transaction', async () => {
    const contract = await deploy(reverter)
    const { address } = eth.deriveAddress(2)
    const { txid } = await send({ to: contract, value: ether, data: word(address) })
    await nodes.mine('ETH')
    expect(await latest([address, contract])).toMatchObject({ payments: [] })
    expect(await eth.txState(txid)).toMatchObject({ state: 'confirmed', succeeded: false })
    expect(BigInt(await nodes.rpc<string>('ETH', 'eth_getBalance', [address, 'latest']))).toBe(0n)
  })

  it('drops a payment that was replaced by another with the same nonce', async () => {
    const { address } = eth.deriveAddress(3)
    const first = await send({ to: address, value: ether })
    expect(await eth.pending(new Set([address]))).toHaveLength(1)
    const nonce = Number(await nodes.rpc('ETH', 'eth_getTransactionCount', [stranger.address, 'latest']))
    await send({ to: stranger.address, value: 1n, nonce, maxFeePerGas: 3n * 10n ** 10n })
    expect(await eth.pending(new Set([address]))).toEqual([])
    await nodes.mine('ETH', 2)
    expect(await eth.txState(first.txid, first.raw)).toEqual({ state: 'conflicted', confirmations: 2 })
    await expect(eth.broadcast(first)).rejects.toMatchObject({ code: 'rejected' })
  })

  it('removes payments when a reorganisation removes their block', async () => {
    const { address } = eth.deriveAddress(4)
    const { txid, raw } = await send({ to: address, value: ether })
    await nodes.mine('ETH')
    const { height, hash } = await eth.tip()
    expect((await latest([address])).payments).toHaveLength(1)
    await nodes.reorg('ETH', 1)
    expect(await eth.hashAt(height)).not.toBe(hash)
    expect((await eth.getBlock(height, new Set([address])))!.payments).toEqual([])
    expect(await eth.txState(txid, raw)).toEqual({ state: 'unknown' })
    await eth.broadcast({ txid, raw })
    await nodes.mine('ETH')
    expect((await latest([address])).payments).toMatchObject([{ txid, amountUnits: ether }])
  })
})

describe('withdrawals', () => {
  const order = (amountUnits: bigint, avoid: string[] = []) =>
    eth.prepare({ to: stranger.address, amountUnits, issued, avoid, changeIndex: 1 }) as Promise<EthereumDraft>

  it('are planned, signed, sent and confirmed; sending one again has no effect', async () => {
    const draft = await order(2n * ether)
    const signed = await nodes.chains.signer.sign(draft)
    expect(await nodes.chains.signer.sign(draft)).toEqual(signed)
    expect(await eth.txState(signed.txid, signed.raw)).toEqual({ state: 'unknown' })
    const before = await eth.reserves(issued)
    await eth.broadcast(signed)
    await eth.broadcast(signed)
    expect(await eth.txState(signed.txid, signed.raw)).toEqual({ state: 'pending' })
    await nodes.mine('ETH', 2)
    await eth.broadcast(signed)
    const state = await eth.txState(signed.txid, signed.raw)
    expect(state).toMatchObject({ state: 'confirmed', confirmations: 2, succeeded: true })
    const fee = state.state === 'confirmed' ? state.feeUnits : 0n
    expect(fee).toBeLessThanOrEqual(BigInt(draft.feeUnits))
    expect(before.totalUnits - (await eth.reserves(issued)).totalUnits).toBe(2n * ether + fee)
  })

  it('have a different nonce in every draft', async () => {
    const first = await order(ether)
    const second = await order(ether, first.claims)
    expect(second.nonce).toBe(first.nonce + 1)
  })

  it('can be sent again with a higher fee and the same nonce while they are unconfirmed', async () => {
    const draft = await order(ether)
    const signed = await nodes.chains.signer.sign(draft)
    await eth.broadcast(signed)
    const again = await nodes.chains.signer.sign(await eth.bump(draft))
    await eth.broadcast(again)
    await nodes.mine('ETH')
    expect(await eth.txState(again.txid, again.raw)).toMatchObject({ state: 'confirmed' })
    expect(await eth.txState(signed.txid, signed.raw)).toEqual({ state: 'conflicted', confirmations: 1 })
  })

  it('can be funded by sweeping deposits to the treasury', async () => {
    const { address } = eth.deriveAddress(5)
    await nodes.faucet('ETH', address, ether)
    await nodes.mine('ETH')
    const before = await eth.reserves(issued)
    const drafts = await eth.prepareSweep(issued, [])
    const draft = drafts.find(({ claims }) => claims[0]!.startsWith(address))!
    expect(
      await eth.prepareSweep(
        issued,
        drafts.flatMap(({ claims }) => claims),
      ),
    ).toEqual([])
    for (const one of drafts) await eth.broadcast(await nodes.chains.signer.sign(one))
    await nodes.mine('ETH')
    const left = BigInt(await nodes.rpc<string>('ETH', 'eth_getBalance', [address, 'latest']))
    expect(left).toBeLessThan(BigInt(draft.feeUnits))
    const cost = before.totalUnits - (await eth.reserves(issued)).totalUnits
    expect(cost).toBeGreaterThan(0n)
    expect(cost).toBeLessThan(drafts.reduce((sum, { feeUnits }) => sum + BigInt(feeUnits), 0n))
  })

  it('are refused if the treasury can’t cover them, and never go to contracts or our own addresses', async () => {
    await expect(order(20_000_000n * ether)).rejects.toMatchObject({ code: 'not_enough' })
    expect(await eth.validateAddress(await deploy(forwarder))).toMatchObject({
      ok: false,
      reason: { phrase: 'ethereum_address_of_contract' },
    })
    expect(await eth.validateAddress(eth.treasuryAddress().address)).toMatchObject({
      ok: false,
      reason: { phrase: 'address_of_platform' },
    })
    expect(await eth.validateAddress(stranger.address.toLowerCase())).toEqual({ ok: true, address: stranger.address })
  })
})

it('writes an EIP-681 payment URI with the chain id', () => {
  expect(eth.paymentUri(stranger.address, ether)).toBe(`ethereum:${stranger.address}@31337?value=1000000000000000000`)
})

it('keeps every block across a restart', async () => {
  const { height, hash } = await eth.tip()
  const first = await eth.hashAt(0)
  const bitcoin = await nodes.chains.adapters.BTC.tip()
  const treasury = nodes.chains.treasury('ETH')
  const accounts = eth.deriveAddress(9)
  await nodes.stop({ keep: true })
  nodes = await startTestNodes({ dataDir: nodes.dataDir })
  eth = nodes.chains.adapters.ETH
  expect([await eth.hashAt(height), await eth.hashAt(0)]).toEqual([hash, first])
  expect((await eth.getBlock(1))!.parentHash).toBe(first)
  expect(await nodes.chains.adapters.BTC.hashAt(bitcoin.height)).toBe(bitcoin.hash)
  expect(nodes.chains.treasury('ETH')).toEqual(treasury)
  expect(treasury).toMatchObject({ amountUnits: 1_000n * ether })
  expect(eth.deriveAddress(9)).toEqual(accounts)
})
