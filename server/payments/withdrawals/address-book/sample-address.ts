import { createHash } from 'node:crypto'
import { Address } from '@scure/btc-signer'
import type { InputOf, OutputOf } from '../../../../api/call.ts'
import type { testAddress as testAddressCall } from '../../../../api/calls/payments/withdrawals.ts'
import type { CustomerRequest } from '../../../platform/http/actions.ts'
import type { TestNetwork } from '../../chains/adapter.ts'
import { addressForms, type BitcoinNetworkName } from '../../chains/bitcoin-network.ts'
import { getAddress } from '../../chains/ethereum-library.ts'
import { fromWallet, type WithdrawalContext } from '../context.ts'

/** `addresses.test`: returns the customer's test address on the chain in use. Throws `no_wallet`. */
export async function showTestAddress(
  { chains }: WithdrawalContext,
  { coin }: InputOf<typeof testAddressCall>,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof testAddressCall>> {
  const { name } = await fromWallet(coin, async () => chains.adapters[coin].network())
  return { address: testAddress(name, session.customerId) }
}

/**
 * Returns an address that nobody has a key for: its 20 bytes are a hash of the customer's ID instead of a public key.
 * Each customer has their own, so that a shared address doesn't look like a shared wallet.
 */
export function testAddress(network: TestNetwork['name'], customerId: string): string {
  const hash = createHash('sha256').update(`tallystick test address ${customerId}`).digest().subarray(0, 20)
  const isBitcoin = (name: TestNetwork['name']): name is BitcoinNetworkName => name in addressForms
  if (isBitcoin(network)) return Address(addressForms[network]).encode({ type: 'wpkh', hash: new Uint8Array(hash) })
  return getAddress(`0x${hash.toString('hex')}`)
}
