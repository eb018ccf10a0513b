import type { Plan, SignedPlan } from '../chains/plan.ts'

/** What API process and signer say to each other. Keys and seeds are in none of it. */
export type ToSigner = { id: number; plan: Plan }
export type FromSigner =
  /** The accounts' extended public keys (tpub). */
  | { kind: 'accounts'; accounts: SignerAccounts }
  | { kind: 'signed'; id: number; signed: SignedPlan }
  /** Its own policy says no to a plan. */
  | { kind: 'refused'; id: number; reason: string }
  /** It cannot work at all: a sentence for whoever runs the product. */
  | { kind: 'fatal'; reason: string }

export type SignerAccounts = { BTC: string; ETH: string }
