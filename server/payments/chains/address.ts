/**
 * The coins that live on a chain. The other coins of the ledger are play balances only (docs/spec/truth.md section 1).
 */
export const chainCoins = ['BTC', 'ETH'] as const
export type ChainCoin = (typeof chainCoins)[number]

/** The branches of an account (BIP 44): payments from outside, and our own. */
export const branches = ['deposit', 'change'] as const
export type Branch = (typeof branches)[number]

/** An address of ours and where its key stands below the account. */
export type ChainAddress = { coin: ChainCoin; address: string; branch: Branch; index: number }

/** `reason` is a sentence for the person. */
export type AddressCheck = { ok: true; address: string } | { ok: false; reason: string }
