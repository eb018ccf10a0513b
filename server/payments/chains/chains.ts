import path from 'node:path'
import { ConfigError } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { NodeState } from '../nodes/node.ts'
import { startNodes, type OwnNodes, type TreasuryFunding } from '../nodes/nodes.ts'
import { createSigner, type Signer } from '../signer/signer.ts'
import { readAccountKey, type AccountKey } from './account-key.ts'
import { ChainAway, chainCoins, type ChainAdapter, type ChainCoin } from './adapter.ts'
import { createBitcoin } from './bitcoin.ts'
import { createEthereum } from './ethereum.ts'
import { jsonRpc, type Rpc } from './rpc.ts'

/** `away` with the reason, for logs and operators; the person is told 'No Active {coin} Wallet.' */
export type ChainState = NodeState

/** Both test chains and the signer: all that deposits and withdrawals need of them. */
export type Chains = {
  adapters: Record<ChainCoin, ChainAdapter>
  state(coin: ChainCoin): ChainState
  signer: Signer
  /** The own nodes with their faucet; undefined where both chains are reached by address, or none is. */
  nodes(): OwnNodes | undefined
  /** What our own faucet gave to the treasury when the chain began; the scanner sees it as a payment to `treasuryAddress()`. */
  treasury(coin: ChainCoin): TreasuryFunding | undefined
  /** Resolves when the coin is ready; rejects with `ChainAway` where it is still away after `withinMs`. For tests and tools. */
  whenReady(coin: ChainCoin, withinMs?: number): Promise<void>
  /** Throws `ConfigError` where a node is on a main or unknown network, or the signer has no seed. Waits for no node. */
  start(): Promise<void>
  stop(): Promise<void>
}

export type ChainsOptions = { /** Own chains make blocks only when told to. For tests. */ blocks?: 'timed' | 'manual' }

const lookEveryMs = 2_000
const lookEveryStartingMs = 100

/** Builds the chains of the settings `BTC_RPC_URL`, `ETH_RPC_URL`, `CHAINS`; without addresses, nodes of our own run under `DATA_DIR/chains`. */
export function createChains({ config, log, clock }: Pick<Platform, 'config' | 'log' | 'clock'>, options: ChainsOptions = {}): Chains {
  const given: Record<ChainCoin, string | undefined> = { BTC: config.btcRpcUrl, ETH: config.ethRpcUrl }
  const own = chainCoins.filter((coin) => given[coin] === undefined)
  const signer = createSigner({ dataDir: config.dataDir, seedFile: config.signerSeedFile, production: config.production, log })
  const accounts: Partial<Record<ChainCoin, AccountKey>> = {}
  const states: Record<ChainCoin, ChainState> = { BTC: { state: 'starting' }, ETH: { state: 'starting' } }
  const refused = new Map<ChainCoin, string>()
  const machineMs = () => clock.toMachine(clock.nowMs()).getTime()
  let nodes: OwnNodes | undefined
  let watch: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  /** The node's present address; none once it turned out to be on a network that is not for us. */
  const rpcOf = (coin: ChainCoin): Rpc => async (method, params) => {
    if (refused.has(coin)) throw new ChainAway(coin, refused.get(coin)!)
    const url = given[coin] ?? nodes?.rpcUrl(coin)
    if (!url) throw new ChainAway(coin, 'there is no node')
    return jsonRpc(coin, url)(method, params)
  }
  const adapters: Record<ChainCoin, ChainAdapter> = {
    BTC: createBitcoin(rpcOf('BTC'), () => accounts.BTC),
    ETH: createEthereum(rpcOf('ETH'), () => accounts.ETH),
  }

  /** Asks for the network again and again: behind an address there may one day be another node. */
  const look = async (coin: ChainCoin): Promise<void> => {
    const before = states[coin].state
    try {
      await adapters[coin].checkNetwork()
      if (own.includes(coin)) await nodes?.fundTreasury(coin, adapters[coin].treasuryAddress().address)
      states[coin] = { state: 'ready' }
    } catch (error) {
      states[coin] = stateAfter(error as Error, nodes?.state(coin), own.includes(coin))
      if (!(error instanceof ConfigError)) return
      refused.set(coin, error.message)
      throw error
    } finally {
      const now = states[coin]
      if (now.state !== before) log.info({ coin, state: now.state, reason: now.state === 'away' ? now.reason : undefined }, 'test chain')
    }
  }
  const lookAtAll = async () => {
    for (const coin of chainCoins) await look(coin).catch((error: Error) => log.error({ coin, reason: error.message }, 'test chain refused'))
  }

  return {
    adapters,
    state: (coin) => states[coin],
    signer,
    nodes: () => nodes,
    treasury: (coin) => nodes?.treasury(coin),
    async whenReady(coin, withinMs = 60_000) {
      for (let waitedMs = 0; states[coin].state !== 'ready'; waitedMs += 50) {
        const now = states[coin]
        if (waitedMs >= withinMs) throw new ChainAway(coin, now.state === 'away' ? now.reason : 'still starting')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async start() {
      if (!config.chains) return void chainCoins.forEach((coin) => (states[coin] = { state: 'away', reason: 'CHAINS=0: there are no test chains here' }))
      const told = await signer.start()
      for (const coin of chainCoins) {
        const read = readAccountKey(told[coin])
        if (!read.ok) throw new ConfigError(`The signer's account: ${read.reason}`)
        accounts[coin] = read.key
      }
      for (const coin of chainCoins) if (given[coin] !== undefined) await look(coin)
      if (own.length > 0) nodes = startNodes({ directory: path.join(config.dataDir, 'chains'), coins: own, bitcoindBin: config.bitcoindBin, blocks: options.blocks, machineMs, log })
      const next = () => {
        turn = lookAtAll()
        const pauseMs = chainCoins.some((coin) => states[coin].state === 'starting') ? lookEveryStartingMs : lookEveryMs
        void turn.then(() => (watch = watch && setTimeout(next, pauseMs)))
      }
      watch = setTimeout(next, lookEveryStartingMs)
    },
    async stop() {
      clearTimeout(watch)
      watch = undefined
      await turn
      await nodes?.stop()
      await signer.stop()
      for (const coin of chainCoins) states[coin] = { state: 'away', reason: 'stopped' }
    },
  }
}

function stateAfter(error: Error, node: NodeState | undefined, isOwn: boolean): ChainState {
  if (isOwn && node && node.state !== 'ready') return node
  return { state: 'away', reason: error.message }
}
