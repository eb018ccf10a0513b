import { ConfigError } from '../../platform/config.ts'
import type { TestNetwork } from './adapter.ts'

/** Chain ids of networks with test coins. Source: the EIP-155 registry of chain ids. */
export const testChainIds: Record<number, TestNetwork['name']> = {
  31337: 'development',
  1337: 'development',
  11155111: 'sepolia',
  17000: 'holesky',
  560048: 'hoodi',
}

/**
 * Returns the network with a chain id. Throws `ConfigError` for mainnet and every other chain that isn't a known test
 * chain.
 */
export function networkOfChainId(chainId: number): TestNetwork {
  const name = testChainIds[chainId]
  if (name) return { name, chainId }
  const which = chainId === 1 ? 'this is Ethereum mainnet' : `chain id ${chainId} is not a known test network`
  throw new ConfigError(
    `ETH_RPC_URL: ${which}. ` +
      'Only test coins are allowed: use a development chain (31337, 1337), Sepolia, Holesky or Hoodi',
  )
}
