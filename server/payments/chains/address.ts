import type { PhraseValue } from '../../../api/sentences/sentences.ts'

/**
 * The coins that exist on a chain. All other coins in the ledger are only play balances (docs/spec/truth.md section 1).
 */
export const chainCoins = ['BTC', 'ETH'] as const
export type ChainCoin = (typeof chainCoins)[number]

/** The branches of an account (BIP 44): `deposit` for customers' payments, `change` for our own. */
export const branches = ['deposit', 'change'] as const
export type Branch = (typeof branches)[number]

/** One of our addresses and its key's path below the account. */
export type ChainAddress = { coin: ChainCoin; address: string; branch: Branch; index: number }

/** `reason` is a sentence for the user. */
export type AddressCheck = { ok: true; address: string } | { ok: false; reason: PhraseValue }
