import { formatScaled } from '../../../api/money.ts'
import { ConfigError } from '../../platform/config.ts'
import type { AccountKey } from './account-key.ts'
import { ChainAway, type ChainAdapter } from './adapter.ts'
import type { Branch, ChainAddress } from './address.ts'
import { addressOfKey, checkBitcoinAddress } from './bitcoin-address.ts'
import { createBitcoinBlocks } from './bitcoin-blocks.ts'
import { addressForms, networkOfGenesis, type BitcoinNetworkName } from './bitcoin-network.ts'
import { createBitcoinSpending } from './bitcoin-spending.ts'
import type { Rpc } from './rpc.ts'

/**
 * Creates the Bitcoin adapter over a node's RPC. `account` returns the public key of our account; `undefined` until
 * the signer has provided it.
 */
export function createBitcoin(rpc: Rpc, account: () => AccountKey | undefined): ChainAdapter {
  let found: BitcoinNetworkName | undefined
  const network = () => {
    if (!found) throw new ChainAway('BTC', 'the node’s network is not known yet')
    return found
  }
  const key = () => {
    const accountKey = account()
    if (!accountKey) throw new ChainAway('BTC', 'the signer has not provided the account yet')
    return accountKey
  }
  const form = () => addressForms[network()]
  const deriveAddress = (index: number, branch: Branch = 'deposit'): ChainAddress => ({
    coin: 'BTC',
    branch,
    index,
    address: addressOfKey(key().publicKey(branch, index), form()),
  })
  const treasuryAddress = () => deriveAddress(0, 'change')

  return {
    coin: 'BTC',
    async checkNetwork() {
      const name = networkOfGenesis(await rpc<string>('getblockhash', [0]))
      const indexes = await rpc<Record<string, unknown>>('getindexinfo')
      if (!indexes['txindex'])
        throw new ConfigError('BTC_RPC_URL: the node must run with txindex=1 to look up transactions')
      found = name
      return { name }
    },
    network: () => ({ name: network() }),
    deriveAddress,
    treasuryAddress,
    async validateAddress(text) {
      const checked = checkBitcoinAddress(text, form())
      if (checked.ok && checked.address === treasuryAddress().address)
        return { ok: false, reason: { phrase: 'address_of_platform' } }
      return checked
    },
    paymentUri: (address, amountUnits) =>
      `bitcoin:${address}?amount=${formatScaled(amountUnits, 8).replace(/\.?0+$/, '')}`,
    ...createBitcoinBlocks(rpc),
    ...createBitcoinSpending({ rpc, network, form, key, deriveAddress }),
  }
}
