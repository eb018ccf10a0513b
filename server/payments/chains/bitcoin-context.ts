import type { AccountKey } from './account-key.ts'
import type { Branch, ChainAddress } from './address.ts'
import { type AddressForm, type BitcoinNetworkName } from './bitcoin-network.ts'
import type { Rpc } from './rpc.ts'

/** Shared state of the adapter's parts. Each function throws `ChainAway` until its value is known. */
export type BitcoinContext = {
  rpc: Rpc
  network(): BitcoinNetworkName
  form(): AddressForm
  key(): AccountKey
  deriveAddress(index: number, branch?: Branch): ChainAddress
}
