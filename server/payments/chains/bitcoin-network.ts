import { ConfigError } from '../../platform/config.ts'

export type BitcoinNetworkName = 'regtest' | 'signet' | 'testnet4'

/** Address prefixes in the format of the transaction library. Source: Bitcoin Core, kernel/chainparams.cpp. */
export type AddressForm = { bech32: string; pubKeyHash: number; scriptHash: number; wif: number }

const testForm = { pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
export const addressForms: Record<BitcoinNetworkName, AddressForm> = {
  regtest: { bech32: 'bcrt', ...testForm },
  signet: { bech32: 'tb', ...testForm },
  testnet4: { bech32: 'tb', ...testForm },
}

/**
 * Maps the hash of the first block to its network. Source: Bitcoin Core, kernel/chainparams.cpp; BIP 94 for testnet4.
 */
const genesisBlocks: Record<string, BitcoinNetworkName> = {
  '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206': 'regtest',
  '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6': 'signet',
  '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043': 'testnet4',
}
export const mainGenesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'

/** Returns the network that starts with a genesis block. Throws `ConfigError` for mainnet and for unknown networks. */
export function networkOfGenesis(hash: string): BitcoinNetworkName {
  const network = genesisBlocks[hash]
  if (network) return network
  if (hash === mainGenesis)
    throw new ConfigError(
      'BTC_RPC_URL: this is Bitcoin mainnet. Only test coins are allowed: use regtest, signet or testnet4',
    )
  throw new ConfigError(
    `BTC_RPC_URL: the node is on an unknown network (genesis block ${hash}). Use regtest, signet or testnet4`,
  )
}
