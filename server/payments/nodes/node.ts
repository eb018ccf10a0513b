import type { ChainCoin } from '../chains/address.ts'
import type { Log } from '../../platform/log.ts'

/** Our own chain: its node, its blocks and its faucet. */
export type OwnNode = {
  coin: ChainCoin
  /** The URL of its RPC server, with user name and password. It doesn't change while this process runs. */
  rpcUrl: string
  state(): NodeState
  /**
   * Pays from the faucet and returns the hash of the (last) transaction. Throws `ChainAway`, or an `Error` if the
   * faucet is empty.
   */
  pay(payments: { address: string; amountUnits: bigint }[]): Promise<string>
  mine(blocks: number): Promise<void>
  stop(): Promise<void>
}

export type NodeState = { state: 'starting' | 'ready' } | { state: 'away'; reason: string }

export type NodeOptions = {
  /** The folder of the chain. */
  directory: string
  /** `timed`: creates a block every few seconds. `manual`: creates blocks only when `mine` is called, for tests. */
  blocks: 'timed' | 'manual'
  /** The machine's time, as other programs see it. */
  machineMs: () => number
  log: Log
}
