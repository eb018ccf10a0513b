import type { Branch, ChainAddress } from './address.ts'
import type { Rpc } from './rpc.ts'

/** Shared state of the adapter's parts. Each function throws `ChainAway` until its value is known. */
export type EthereumContext = {
  rpc: Rpc
  chainId(): number
  deriveAddress(index: number, branch?: Branch): ChainAddress
}
