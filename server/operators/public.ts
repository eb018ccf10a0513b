import type { operatorsCalls } from '../../contract/operators.ts'
import type { Asset } from '../../contract/money.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings, OperatorFinder } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'

/** One line of the append-only audit log: a read of personal data, or a change. */
export type AuditEntry = {
  /** Null where the product itself did it. */
  operatorId: string | null
  /** The call's name, such as `withdrawals.approve`. */
  action: string
  /** Id of what it was done to. */
  subject: string
  customerId?: string
  reason?: string
  /** No personal data, no secrets. */
  details?: Record<string, string | number | boolean | null>
}

/** A money action that a second operator must approve. */
export type Proposal = {
  proposedBy: string
  /** Registered by `onApproved`, such as `correction`. */
  action: string
  subject: string
  customerId?: string
  amountMinor: bigint
  asset: Asset
  /** In words, for the second operator. */
  words: string
  /** Plain JSON; handed to the executor. */
  input: unknown
}
export type Approved = { approvalId: string; proposedBy: string; approvedBy: string }

export type Operators = ModuleLife & {
  calls: Bindings<typeof operatorsCalls>
  operatorOf: OperatorFinder
  /** Appends to the audit log, in the transaction of what it tells of. */
  audit(tx: Executor, entry: AuditEntry): Promise<void>
  /** Whether an amount needs a second operator. */
  needsSecond(amountMinor: bigint, asset: Asset): Promise<boolean>
  /** Puts a money action before a second operator; answers the id of the approval. */
  propose(tx: Executor, proposal: Proposal): Promise<string>
  /** What to do, in the approval's own transaction, when a second operator has approved. One executor an action. */
  onApproved(action: string, execute: (tx: Executor, input: unknown, approved: Approved) => Promise<void>): void
  /** Name of an operator as customers see it in notes and access lists. */
  nameOf(operatorId: string): Promise<string>
}

/** People who run the installation: sign-in, roles, two-person approvals, the audit log. */
export function createOperators(_platform: Platform, _neighbours: { ledger: Ledger }): Operators {
  const absent = () => Promise.reject(new Error('not there yet'))
  return { calls: {}, operatorOf: () => null, audit: absent, needsSecond: absent, propose: absent, onApproved: () => {}, nameOf: absent }
}
