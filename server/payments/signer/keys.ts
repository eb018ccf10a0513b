import type { HDKey } from '@scure/bip32'
import { accountOfSeed, branchNumber } from '../chains/account-key.ts'
import type { Branch, ChainCoin } from '../chains/address.ts'
import type { SignerAccounts } from './messages.ts'

/** The private keys of all our addresses. They exist only in the signer's process. */
export type Keys = {
  accounts: SignerAccounts
  publicKey(coin: ChainCoin, branch: Branch, index: number): Uint8Array
  privateKey(coin: ChainCoin, branch: Branch, index: number): Uint8Array
}

export function keysOfSeed(seed: Uint8Array): Keys {
  const accounts: Record<ChainCoin, HDKey> = { BTC: accountOfSeed(seed, 'BTC'), ETH: accountOfSeed(seed, 'ETH') }
  const at = (coin: ChainCoin, branch: Branch, index: number) =>
    accounts[coin].deriveChild(branchNumber(branch)).deriveChild(index)
  return {
    accounts: { BTC: accounts.BTC.publicExtendedKey, ETH: accounts.ETH.publicExtendedKey },
    publicKey: (coin, branch, index) => at(coin, branch, index).publicKey!,
    privateKey: (coin, branch, index) => at(coin, branch, index).privateKey!,
  }
}
