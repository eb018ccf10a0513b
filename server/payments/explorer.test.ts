import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explorerCalls } from '../../api/calls/payments/explorer.ts'
import { createTestPlatform, serveCalls, type TestApi, type TestPlatform } from '../../tests/harness.ts'
import { startTestNodes, type TestNodes } from './chains/test-nodes.ts'
import { bindExplorerCalls } from './calls.ts'
import { explorerUrl } from './explorer-url.ts'
import { registerChainTools } from './nodes/chain-tools.ts'

let nodes: TestNodes
let platform: TestPlatform
let api: TestApi
/** The chains shown; a test may replace them. */
let shown: TestNodes['chains']
const quoted = new Map<string, bigint>()

beforeAll(async () => {
  nodes = await startTestNodes()
  shown = nodes.chains
  platform = await createTestPlatform()
  api = await serveCalls(
    platform,
    explorerCalls,
    bindExplorerCalls({
      ...platform,
      adapters: {
        get BTC() {
          return shown.adapters.BTC
        },
        get ETH() {
          return shown.adapters.ETH
        },
      },
    }),
  )
  registerChainTools(api.http, { chains: nodes.chains, quotedFor: async (_coin, address) => quoted.get(address) })
}, 120_000)
afterAll(async () => {
  await api.stop()
  await platform.stop()
  await nodes.stop()
})

const post = async (url: string, payload: object) => {
  const answer = await api.http.inject({ method: 'POST', url, payload })
  return { status: answer.statusCode, body: answer.json() }
}

describe('a Bitcoin payment', () => {
  it('is shown as unconfirmed, then in its block', async () => {
    const { address } = nodes.chains.adapters.BTC.deriveAddress(0)
    quoted.set(address, 12_345_600n)
    const paid = await post('/dev/faucet', { coin: 'BTC', address })
    expect(paid).toMatchObject({ status: 200, body: { amount: '0.12345600' } })
    const { txid } = paid.body
    const waiting = await api.call('explorer.tx', { coin: 'btc', hash: txid })
    expect(waiting).toMatchObject({
      status: 200,
      body: { state: 'waiting', block: null, unit: 'tBTC', network: 'regtest' },
    })
    expect(await post('/dev/mine', { coin: 'BTC', blocks: 2 })).toMatchObject({ status: 200 })
    const { body } = await api.call('explorer.tx', { coin: 'BTC', hash: txid.toUpperCase() })
    expect(body).toMatchObject({ state: 'confirmed', block: { confirmations: 2 }, coinbase: false })
    expect(body.outputs).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}:\d+$/),
      address,
      amount: '0.123456',
    })
    const sum = (list: { amount: string }[]) =>
      list.reduce((total, { amount }) => total + Math.round(Number(amount) * 1e8), 0)
    expect(sum(body.inputs) - sum(body.outputs)).toBe(Math.round(Number(body.fee) * 1e8))
    const block = await api.call('explorer.block', { coin: 'BTC', height: body.block.height })
    expect(block.body).toMatchObject({
      hash: body.block.hash,
      confirmations: 2,
      tipHeight: body.block.height + 1,
      transactionCount: 2,
      pages: 1,
    })
    expect(block.body.transactions.map(({ hash }: { hash: string }) => hash)).toContain(txid)
    const coinbase = await api.call('explorer.tx', { coin: 'BTC', hash: block.body.transactions[0].hash })
    expect(coinbase.body).toMatchObject({ coinbase: true, inputs: [] })
  })
})

describe('an Ethereum payment', () => {
  it('is shown as unconfirmed, then in its block', async () => {
    const { address } = nodes.chains.adapters.ETH.deriveAddress(0)
    const { body: paid } = await post('/dev/faucet', { coin: 'eth', address, amount: '1.5' })
    expect((await api.call('explorer.tx', { coin: 'ETH', hash: paid.txid })).body).toMatchObject({
      state: 'waiting',
      outputs: [{ address, amount: '1.5' }],
    })
    await post('/dev/mine', { coin: 'ETH', blocks: 1 })
    const { body } = await api.call('explorer.tx', { coin: 'ETH', hash: paid.txid })
    expect(body).toMatchObject({
      state: 'confirmed',
      unit: 'tETH',
      network: 'development',
      block: { confirmations: 1 },
      outputs: [{ id: `${paid.txid}:0`, address, amount: '1.5' }],
    })
    const block = await api.call('explorer.block', { coin: 'ETH', height: body.block.height, p: 1 })
    expect(block.body).toMatchObject({ transactionCount: 1, transactions: [{ hash: paid.txid, amount: '1.5' }] })
    expect((await api.call('explorer.block', { coin: 'ETH', height: 0 })).body).toMatchObject({
      height: 0,
      transactions: [],
    })
  })
})

describe('refusals', () => {
  it("'explorer.tx' and 'explorer.block': not_found", async () => {
    for (const [coin, hash] of [
      ['BTC', 'ab'.repeat(32)],
      ['ETH', `0x${'ab'.repeat(32)}`],
      ['BTC', 'x'],
      ['ETH', ''],
    ]) {
      expect(await api.call('explorer.tx', { coin, hash })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    for (const coin of ['BTC', 'ETH'])
      expect(await api.call('explorer.block', { coin, height: 1_000_000 })).toMatchObject({
        status: 404,
        body: { code: 'not_found', msg: `This block doesn’t exist on the ${coin} test chain.` },
      })
  })
  it("'explorer.tx' and 'explorer.block': bad_input", async () => {
    expect(await api.call('explorer.tx', { coin: 'LTC', hash: 'ab' })).toMatchObject({
      status: 400,
      body: { msg: 'The test chains are BTC and ETH.' },
    })
    for (const height of ['-1', '1.5', 'x', '1e300'])
      expect(await api.call('explorer.block', { coin: 'BTC', height })).toMatchObject({
        status: 400,
        body: { code: 'bad_input' },
      })
  })
  it("'explorer.tx' and 'explorer.block': chain_away", async () => {
    const away = await startTestNodes()
    await away.stop()
    shown = away.chains
    expect(await api.call('explorer.tx', { coin: 'BTC', hash: 'ab'.repeat(32) })).toMatchObject({
      status: 503,
      body: { code: 'chain_away' },
    })
    expect(await api.call('explorer.block', { coin: 'ETH', height: 1 })).toMatchObject({
      status: 503,
      body: { code: 'chain_away' },
    })
    shown = nodes.chains
  })
  it('the faucet and the miner: invalid addresses, amounts and block counts', async () => {
    const { address } = nodes.chains.adapters.BTC.deriveAddress(5)
    expect(await post('/dev/faucet', { coin: 'BTC', address })).toMatchObject({
      status: 400,
      body: { msg: 'There is no quote for this address. Enter an amount.' },
    })
    expect(await post('/dev/faucet', { coin: 'BTC', address, amount: '100.00000001' })).toMatchObject({
      status: 400,
      body: { msg: 'The faucet pays at most 100 at a time.' },
    })
    expect(
      await post('/dev/faucet', { coin: 'BTC', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', amount: '1' }),
    ).toMatchObject({ status: 400, body: { msg: expect.stringContaining('mainnet') } })
    for (const amount of ['0', '-1', 'NaN', '1e3', '0.000000001'])
      expect((await post('/dev/faucet', { coin: 'BTC', address, amount })).status).toBe(400)
    for (const blocks of [0, 1.5, 1_001, '1'])
      expect((await post('/dev/mine', { coin: 'ETH', blocks })).status).toBe(400)
  })
})

it('links to the public explorer if one is set, otherwise to our own page', () => {
  const config = { btcExplorerUrl: 'https://mempool.space/signet/tx/{tx}', ethExplorerUrl: undefined }
  expect(explorerUrl(config, 'BTC', 'abc')).toBe('https://mempool.space/signet/tx/abc')
  expect(explorerUrl(config, 'ETH', '0xabc')).toBe('/explorer/eth/tx/0xabc')
})
