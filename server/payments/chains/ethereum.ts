import type { AccountKey } from './account-key.ts'
import { ChainAway, type ChainAdapter, type TestNetwork } from './adapter.ts'
import type { Branch, ChainAddress } from './address.ts'
import { addressOfKey, checkEthereumAddress } from './ethereum-address.ts'
import { createEthereumBlocks } from './ethereum-blocks.ts'
import { networkOfChainId } from './ethereum-network.ts'
import { createEthereumSpending } from './ethereum-spending.ts'
import type { Rpc } from './rpc.ts'

/**
 * Creates the Ethereum adapter over a node's RPC. `account` returns the public key of our account; `undefined` until
 * the signer has provided it.
 */
export function createEthereum(rpc: Rpc, account: () => AccountKey | undefined): ChainAdapter {
  let found: TestNetwork | undefined
  const network = () => {
    if (!found) throw new ChainAway('ETH', 'the node’s network is not known yet')
    return found
  }
  const chainId = () => network().chainId!
  const deriveAddress = (index: number, branch: Branch = 'deposit'): ChainAddress => {
    const key = account()
    if (!key) throw new ChainAway('ETH', 'the signer has not provided the account yet')
    return { coin: 'ETH', branch, index, address: addressOfKey(key.publicKey(branch, index)) }
  }
  const treasuryAddress = () => deriveAddress(0, 'change')

  return {
    coin: 'ETH',
    async checkNetwork() {
      found = networkOfChainId(Number(await rpc<string>('eth_chainId')))
      return found
    },
    network,
    deriveAddress,
    treasuryAddress,
    async validateAddress(text) {
      const checked = checkEthereumAddress(text)
      if (!checked.ok) return checked
      if (checked.address === treasuryAddress().address) return { ok: false, reason: { phrase: 'address_of_platform' } }
      const code = await rpc<string>('eth_getCode', [checked.address, 'latest'])
      return code === '0x' ? checked : { ok: false, reason: { phrase: 'ethereum_address_of_contract' } }
    },
    paymentUri: (address, amountUnits) => `ethereum:${address}@${chainId()}?value=${amountUnits}`,
    ...createEthereumBlocks(rpc),
    ...createEthereumSpending({ rpc, chainId, deriveAddress }),
  }
}
