import path from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import { startNodes, type OwnNodes, type TreasuryFunding } from '../nodes/nodes.ts'
import { createSigner, type Signer } from '../signer/signer.ts'
import { readAccountKey, type AccountKey } from './account-key.ts'
import { ChainAway, chainCoins, type ChainAdapter, type ChainCoin } from './adapter.ts'
import { createBitcoin } from './bitcoin.ts'
import { createEthereum } from './ethereum.ts'
import { createChainWatch, type ChainState } from './chain-watch.ts'
import { jsonRpc, type Rpc } from './rpc.ts'

/** Both test chains and the signer, for deposits and withdrawals. */
export type Chains = {
  adapters: Record<ChainCoin, ChainAdapter>
  state(coin: ChainCoin): ChainState
  signer: Signer
  /** Returns our own nodes with their faucet; undefined if both coins use external nodes or there are no chains. */
  nodes(): OwnNodes | undefined
  /**
   * Returns the amount that our faucet gave the treasury when the chain began. The scanner sees it as a payment to
   * `treasuryAddress()`.
   */
  treasury(coin: ChainCoin): TreasuryFunding | undefined
  /**
   * Resolves when the coin is ready. Rejects with `ChainAway` if it is still unavailable after `withinMs`. For tests
   * and tools.
   */
  whenReady(coin: ChainCoin, withinMs?: number): Promise<void>
  /**
   * Throws `ConfigError` if a node is on mainnet or an unknown network, or the signer has no seed. Doesn't wait for
   * nodes.
   */
  start(): Promise<void>
  stop(): Promise<void>
}

export type ChainsOptions = {
  /** `manual`: our own chains create blocks only on request. For tests. */ blocks?: 'timed' | 'manual'
}

/**
 * Creates the chains from the settings `BTC_RPC_URL`, `ETH_RPC_URL` and `CHAINS`. Without URLs, runs our own nodes
 * under `DATA_DIR/chains`.
 */
export function createChains(
  { config, log, clock }: Pick<Platform, 'config' | 'log' | 'clock'>,
  { blocks }: ChainsOptions = {},
): Chains {
  const given: Record<ChainCoin, string | undefined> = { BTC: config.btcRpcUrl, ETH: config.ethRpcUrl }
  const own = chainCoins.filter((coin) => given[coin] === undefined)
  const signer = createSigner({
    dataDir: config.dataDir,
    seedFile: config.signerSeedFile,
    socket: config.signerSocket,
    production: config.production,
    log,
  })
  const accounts: Partial<Record<ChainCoin, AccountKey>> = {}
  const machineMs = () => clock.toMachine(clock.nowMs()).getTime()
  let nodes: OwnNodes | undefined

  const rpcOf =
    (coin: ChainCoin): Rpc =>
    async (method, params) => {
      const refusal = watch.refusal(coin)
      const url = given[coin] ?? nodes?.rpcUrl(coin)
      if (!accounts[coin]) throw new ChainAway(coin, 'the signer is starting')
      if (refusal !== undefined || !url) throw new ChainAway(coin, refusal ?? 'no node is configured')
      return jsonRpc(coin, url)(method, params)
    }
  const adapters: Record<ChainCoin, ChainAdapter> = {
    BTC: createBitcoin(rpcOf('BTC'), () => accounts.BTC),
    ETH: createEthereum(rpcOf('ETH'), () => accounts.ETH),
  }
  const watch = createChainWatch({
    async check(coin) {
      await adapters[coin].checkNetwork()
      if (own.includes(coin)) await nodes?.fundTreasury(coin, adapters[coin].treasuryAddress().address)
    },
    nodeState: (coin) => (own.includes(coin) ? nodes?.state(coin) : undefined),
    log,
  })

  return {
    adapters,
    state: watch.state,
    signer,
    nodes: () => nodes,
    treasury: (coin) => nodes?.treasury(coin),
    whenReady: (coin, withinMs = 60_000) => watch.whenReady(coin, withinMs),
    async start() {
      if (!config.chains) return watch.end('CHAINS=0: test chains are disabled')
      const started = await signer.start()
      for (const coin of chainCoins) accounts[coin] = accountOf(started[coin])
      for (const coin of chainCoins) if (given[coin] !== undefined) await watch.look(coin)
      if (own.length > 0)
        nodes = startNodes({
          directory: path.join(config.dataDir, 'chains'),
          coins: own,
          bitcoindBin: config.bitcoindBin,
          blocks,
          machineMs,
          log,
        })
      watch.begin()
    },
    async stop() {
      await watch.end('stopped')
      await nodes?.stop()
      await signer.stop()
    },
  }
}

function accountOf(text: string): AccountKey {
  const read = readAccountKey(text)
  if (!read.ok) throw new ConfigError(`The signer's account: ${read.reason}`)
  return read.key
}
