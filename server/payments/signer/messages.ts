import type { Draft, SignedDraft } from '../chains/draft.ts'

/** Messages between the API process and the signer. None contains keys or seeds. */
export type ToSigner = { id: number; draft: Draft }
export type FromSigner =
  /** The accounts' extended public keys (tpub). */
  | { kind: 'accounts'; accounts: SignerAccounts }
  | { kind: 'signed'; id: number; signed: SignedDraft }
  /** The signer's policy refused a draft. */
  | { kind: 'refused'; id: number; reason: string }
  /** The signer can't start. The reason is a sentence for the operator. */
  | { kind: 'fatal'; reason: string }

export type SignerAccounts = { BTC: string; ETH: string }
