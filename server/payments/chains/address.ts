import type { PhraseValue } from '../../../contract/sentences.ts'

/**
 * The coins that exist on a chain. The ledger's other coins are play balances only (docs/spec/truth.md section 1).
 */
export const chainCoins = ['BTC', 'ETH'] as const
export type ChainCoin = (typeof chainCoins)[number]

/** The branches of an account (BIP 44): external payments, and our own. */
export const branches = ['deposit', 'change'] as const
export type Branch = (typeof branches)[number]

/** One of our addresses and its key's path below the account. */
export type ChainAddress = { coin: ChainCoin; address: string; branch: Branch; index: number }

/** `reason` is a sentence for the user. */
export type AddressCheck = { ok: true; address: string } | { ok: false; reason: PhraseValue }
