import type { AccountKey } from './account-key.ts'
import { ChainAway, type ChainAdapter, type TestNetwork } from './adapter.ts'
import type { Branch, ChainAddress } from './address.ts'
import { addressOfKey, checkEthereumAddress } from './ethereum-address.ts'
import { createEthereumBlocks } from './ethereum-blocks.ts'
import { networkOfChainId } from './ethereum-network.ts'
import { createEthereumSpending } from './ethereum-spending.ts'
import type { Rpc } from './rpc.ts'

/** What the parts of the adapter share. Each throws `ChainAway` where it is not known yet. */
export type EthereumContext = {
  rpc: Rpc
  chainId(): number
  deriveAddress(index: number, branch?: Branch): ChainAddress
}

/** The adapter of Ethereum over a node's RPC. `account`: the public key of our account, `undefined` while the signer has not told it. */
export function createEthereum(rpc: Rpc, account: () => AccountKey | undefined): ChainAdapter {
  let found: TestNetwork | undefined
  const network = () => {
    if (!found) throw new ChainAway('ETH', 'the network of the node is not known yet')
    return found
  }
  const chainId = () => network().chainId!
  const deriveAddress = (index: number, branch: Branch = 'deposit'): ChainAddress => {
    const key = account()
    if (!key) throw new ChainAway('ETH', 'the signer has not told the account yet')
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
      if (checked.address === treasuryAddress().address)
        return { ok: false, reason: 'This is an address of the platform itself.' }
      const code = await rpc<string>('eth_getCode', [checked.address, 'latest'])
      return code === '0x'
        ? checked
        : { ok: false, reason: 'This is the address of a contract. Enter the address of a wallet.' }
    },
    paymentUri: (address, amountUnits) => `ethereum:${address}@${chainId()}?value=${amountUnits}`,
    ...createEthereumBlocks(rpc),
    ...createEthereumSpending({ rpc, chainId, deriveAddress }),
  }
}
