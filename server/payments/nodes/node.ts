import type { ChainCoin } from '../chains/address.ts'
import type { Log } from '../../platform/log.ts'

/** A chain of our own: its node, its blocks and its faucet. */
export type OwnNode = {
  coin: ChainCoin
  /** Address of its RPC server with name and password, the same for as long as we run. */
  rpcUrl: string
  state(): NodeState
  /** Pays from the faucet and answers the hash of the (last) transaction. Throws `ChainAway`, or an `Error` where the faucet is empty. */
  pay(payments: { address: string; amountUnits: bigint }[]): Promise<string>
  mine(blocks: number): Promise<void>
  stop(): Promise<void>
}

export type NodeState = { state: 'starting' | 'ready' } | { state: 'away'; reason: string }

export type NodeOptions = {
  /** Where the chain is kept. */
  directory: string
  /** `timed`: a block every few seconds. `manual`: only by `mine`, for tests. */
  blocks: 'timed' | 'manual'
  /** The machine's time, as clocks of other programs tell it. */
  machineMs: () => number
  log: Log
}
