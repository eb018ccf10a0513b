import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ChainAway } from '../chains/adapter.ts'
import type { ChainCoin } from '../chains/address.ts'
import type { Log } from '../../platform/log.ts'
import { findBitcoind } from './bitcoind-binary.ts'
import { startBitcoinNode } from './bitcoin-node.ts'
import { startEthereumNode } from './ethereum-node.ts'
import type { NodeState, OwnNode } from './node.ts'
import { livingOwner, takeOwnership } from './owner.ts'

/** The coins that the faucet gave the treasury when the chain began, in the chain's smallest unit. */
export type TreasuryFunding = { address: string; amountUnits: bigint; txid: string }

export type OwnNodes = {
  state(coin: ChainCoin): NodeState
  /** Returns the URL of the coin's node, with user name and password. Throws `ChainAway` while there is none. */
  rpcUrl(coin: ChainCoin): string
  /**
   * Pays test coins from our own chain and returns the transaction's hash. Throws `ChainAway`, or an `Error` with the
   * reason.
   */
  faucet(coin: ChainCoin, address: string, amountUnits: bigint): Promise<string>
  mine(coin: ChainCoin, blocks: number): Promise<void>
  /**
   * Gives the treasury its initial coins, once per chain, so that withdrawals can be paid. Resolves when they are
   * confirmed.
   */
  fundTreasury(coin: ChainCoin, address: string): Promise<TreasuryFunding | undefined>
  treasury(coin: ChainCoin): TreasuryFunding | undefined
  /** Resolves when each node is ready or away. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export type OwnNodesOptions = {
  directory: string
  coins: readonly ChainCoin[]
  bitcoindBin: string | undefined
  blocks?: 'timed' | 'manual'
  /** The machine's time in epoch milliseconds. */
  machineMs: () => number
  log: Log
}

/** Twenty Bitcoin outputs allow twenty withdrawals between two blocks. */
const firstFunding: Record<ChainCoin, { outputs: number; eachUnits: bigint }> = {
  BTC: { outputs: 20, eachUnits: 250_000_000n },
  ETH: { outputs: 1, eachUnits: 1_000n * 10n ** 18n },
}
const checkEveryMs = 1_000

/**
 * Starts our own test chains under `directory`. Returns immediately without waiting for a node, which may have to be
 * downloaded first. If another process of this installation already runs them, uses its nodes; faucet and mining stay
 * with that process until it ends.
 */
export function startNodes({
  directory,
  coins,
  bitcoindBin,
  blocks = 'timed',
  machineMs,
  log,
}: OwnNodesOptions): OwnNodes {
  let ownership = takeOwnership(directory)
  const nodes = new Map<ChainCoin, OwnNode>()
  const failures = new Map<ChainCoin, string>()
  let stopping = false

  const start = async (coin: ChainCoin) => {
    try {
      const options = {
        directory: path.join(directory, coin === 'BTC' ? 'bitcoin' : 'ethereum'),
        blocks,
        machineMs,
        log,
      }
      const node =
        coin === 'BTC'
          ? await startBitcoinNode(await findBitcoind(bitcoindBin), options)
          : await startEthereumNode(options)
      nodes.set(coin, node)
      if (stopping) await node.stop()
      else log.info({ coin, state: node.state().state }, 'own test chain started')
    } catch (error) {
      failures.set(coin, (error as Error).message)
      log.warn({ coin, reason: (error as Error).message }, 'own test chain did not start; the coin is unavailable')
    }
  }
  let starting = ownership ? Promise.all(coins.map(start)) : Promise.resolve([])
  /** Publishes the nodes' addresses to other processes, or takes over once the process that ran the nodes has ended. */
  const watch = setInterval(() => {
    if (ownership) return ownership.publish(urls())
    if (livingOwner(directory)) return
    ownership = takeOwnership(directory)
    if (ownership) starting = Promise.all(coins.map(start))
  }, checkEveryMs)
  watch.unref()

  const urls = () =>
    Object.fromEntries(
      [...nodes].filter(([, node]) => node.state().state === 'ready').map(([coin, node]) => [coin, node.rpcUrl]),
    )
  const state = (coin: ChainCoin): NodeState => {
    if (!ownership)
      return livingOwner(directory)?.rpcUrls[coin]
        ? { state: 'ready' }
        : { state: 'away', reason: 'the process that runs the node has ended' }
    return (
      nodes.get(coin)?.state() ??
      (failures.has(coin) ? { state: 'away', reason: failures.get(coin)! } : { state: 'starting' })
    )
  }
  const nodeOf = (coin: ChainCoin): OwnNode => {
    const now = state(coin)
    if (now.state !== 'ready') throw new ChainAway(coin, now.state === 'away' ? now.reason : 'the node is starting')
    const node = nodes.get(coin)
    if (!node) throw new ChainAway(coin, 'another process runs the node and its faucet')
    return node
  }
  const funding = treasuryRecord(directory)

  return {
    state,
    rpcUrl(coin) {
      const url = ownership ? nodeOf(coin).rpcUrl : livingOwner(directory)?.rpcUrls[coin]
      if (!url) throw new ChainAway(coin, 'the node is not available')
      return url
    },
    faucet: async (coin, address, amountUnits) => nodeOf(coin).pay([{ address, amountUnits }]),
    mine: async (coin, count) => nodeOf(coin).mine(count),
    treasury: (coin) => funding.read(coin),
    async fundTreasury(coin, address) {
      const given = funding.read(coin)
      if (given || !ownership) return given
      const { outputs, eachUnits } = firstFunding[coin]
      const txid = await nodeOf(coin).pay(Array.from({ length: outputs }, () => ({ address, amountUnits: eachUnits })))
      const first = { address, amountUnits: eachUnits * BigInt(outputs), txid }
      funding.write(coin, first)
      await nodeOf(coin).mine(1)
      return first
    },
    settled: async () => void (await starting),
    async stop() {
      stopping = true
      clearInterval(watch)
      await starting
      await Promise.all([...nodes.values()].map((node) => node.stop()))
      ownership?.release()
    },
  }
}

/**
 * Reads and writes the record of the treasuries' initial coins, which is stored with the chains and deleted with them.
 */
function treasuryRecord(directory: string) {
  const file = (coin: ChainCoin) => path.join(directory, coin === 'BTC' ? 'bitcoin' : 'ethereum', 'treasury.json')
  return {
    read(coin: ChainCoin): TreasuryFunding | undefined {
      if (!existsSync(file(coin))) return undefined
      const { address, amountUnits, txid } = JSON.parse(readFileSync(file(coin), 'utf8')) as {
        address: string
        amountUnits: string
        txid: string
      }
      return { address, amountUnits: BigInt(amountUnits), txid }
    },
    write: (coin: ChainCoin, { address, amountUnits, txid }: TreasuryFunding) =>
      writeFileSync(file(coin), JSON.stringify({ address, amountUnits: String(amountUnits), txid })),
  }
}
