import type { Plan, SignedPlan } from '../chains/plan.ts'

/** Messages between the API process and the signer. None contains keys or seeds. */
export type ToSigner = { id: number; plan: Plan }
export type FromSigner =
  /** The accounts' extended public keys (tpub). */
  | { kind: 'accounts'; accounts: SignerAccounts }
  | { kind: 'signed'; id: number; signed: SignedPlan }
  /** The signer's policy refused a plan. */
  | { kind: 'refused'; id: number; reason: string }
  /** The signer can't start. The reason is a sentence for the operator. */
  | { kind: 'fatal'; reason: string }

export type SignerAccounts = { BTC: string; ETH: string }
