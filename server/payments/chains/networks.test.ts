import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createClock } from '../../platform/time/clock.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { createChains, type Chains } from './chains.ts'
import { mainGenesis, networkOfGenesis } from './bitcoin-network.ts'
import { networkOfChainId } from './ethereum-network.ts'
import { goodBitcoin, goodEthereum, regtestGenesis, startFakeNode, type FakeNode } from './test-fake-node.ts'
import { eventually } from './test-nodes.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function fakeNode(answers: Record<string, unknown>): Promise<FakeNode> {
  const node = await startFakeNode(answers)
  closers.push(node.stop)
  return node
}

function chainsWith(settings: Record<string, string>): Chains {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tallystick-networks-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...settings })
  const chains = createChains({ config, log: createLog('silent'), clock: createClock() }, { blocks: 'manual' })
  closers.push(async () => (await chains.stop(), rmSync(dataDir, { recursive: true, force: true })))
  return chains
}

describe('the product', () => {
  it('refuses to start with a node that has the mainnet genesis block', async () => {
    const [btc, eth] = [await fakeNode({ ...goodBitcoin, getblockhash: mainGenesis }), await fakeNode(goodEthereum)]
    const start = chainsWith({ BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url }).start()
    await expect(start).rejects.toThrow(
      /^BTC_RPC_URL: this is Bitcoin mainnet. Only test coins are allowed: use regtest, signet or testnet4$/,
    )
    await expect(start).rejects.toBeInstanceOf(ConfigError)
  })

  it('refuses to start with a node that has chain id 1', async () => {
    const [btc, eth] = [await fakeNode(goodBitcoin), await fakeNode({ eth_chainId: '0x1' })]
    await expect(chainsWith({ BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url }).start()).rejects.toThrow(
      /^ETH_RPC_URL: this is Ethereum mainnet/,
    )
  })

  it('stops using a node that is later replaced by one on mainnet', async () => {
    const [btc, eth] = [await fakeNode(goodBitcoin), await fakeNode(goodEthereum)]
    const chains = chainsWith({ BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url })
    await chains.start()
    expect([chains.state('BTC'), chains.state('ETH')]).toEqual([{ state: 'ready' }, { state: 'ready' }])
    btc.answers['getblockhash'] = mainGenesis
    await eventually(() => chains.state('BTC').state === 'away')
    expect(chains.state('BTC')).toMatchObject({ reason: expect.stringContaining('Bitcoin mainnet') })
    btc.answers['getblockhash'] = regtestGenesis
    await expect(chains.adapters.BTC.tip()).rejects.toThrow(/mainnet/)
    expect(chains.state('ETH')).toEqual({ state: 'ready' })
  })

  it('accepts the test networks and refuses all others', () => {
    expect(networkOfGenesis('00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6')).toBe('signet')
    expect(networkOfGenesis('00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043')).toBe('testnet4')
    // Testnet3 is refused because its coins have been sold for money.
    expect(() => networkOfGenesis('000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943')).toThrow(
      /unknown network/,
    )
    expect([31337, 1337, 11155111, 17000, 560048].map((id) => networkOfChainId(id).name)).toEqual([
      'development',
      'development',
      'sepolia',
      'holesky',
      'hoodi',
    ])
    for (const id of [1, 10, 56, 137, 42161, 8453, 61]) expect(() => networkOfChainId(id)).toThrow(ConfigError)
  })
})

describe('starting the chains', () => {
  it('succeeds without a node; the product states the reason and uses the node once it is available', async () => {
    const [btc, eth] = [await fakeNode({}), await fakeNode(goodEthereum)]
    const chains = chainsWith({ BTC_RPC_URL: btc.url, ETH_RPC_URL: 'http://127.0.0.1:1' })
    await chains.start()
    expect(chains.state('ETH')).toMatchObject({ state: 'away', reason: expect.stringContaining('does not respond') })
    await expect(chains.adapters.ETH.tip()).rejects.toThrow(/does not respond/)
    Object.assign(btc.answers, goodBitcoin)
    await chains.whenReady('BTC')
    expect(eth.url).not.toBe('')
  })

  it('fails if the Bitcoin node has no transaction index', async () => {
    const [btc, eth] = [await fakeNode({ ...goodBitcoin, getindexinfo: {} }), await fakeNode(goodEthereum)]
    await expect(chainsWith({ BTC_RPC_URL: btc.url, ETH_RPC_URL: eth.url }).start()).rejects.toThrow(/txindex=1/)
  })

  it('makes no coins available with CHAINS=0', async () => {
    const chains = chainsWith({ CHAINS: '0' })
    await chains.start()
    expect(chains.state('BTC')).toMatchObject({ state: 'away', reason: expect.stringContaining('CHAINS=0') })
    expect(chains.signer.pid()).toBeUndefined()
  })

  it('succeeds without bitcoind; the other coin is available', async () => {
    const chains = chainsWith({ BITCOIND_BIN: '/no/such/bitcoind' })
    await chains.start()
    await chains.whenReady('ETH')
    await eventually(() => chains.state('BTC').state === 'away')
    expect(chains.state('BTC')).toEqual({ state: 'away', reason: 'BITCOIND_BIN: /no/such/bitcoind can’t be run' })
  })
})
