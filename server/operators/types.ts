import type { alarmsCalls } from '../../api/calls/operators/alarms.ts'
import type { announcementsCalls } from '../../api/calls/operators/announcements.ts'
import type { SettingKey, SettingValue } from '../../api/calls/operators/desk-settings.ts'
import type { messagesCalls } from '../../api/calls/operators/messages.ts'
import type { operatorAccessCalls } from '../../api/calls/operators/operator-access.ts'
import type { Asset } from '../../api/money.ts'
import type { operatorsCalls } from '../../api/calls/operators/operators.ts'
import type { Permission } from '../../api/permissions.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings, OperatorFinder } from '../platform/http/http.ts'
import type { OperatorRefusalRecorder } from '../platform/http/operator-refusals.ts'
import type { ModuleLife } from '../platform/platform.ts'
import type { MoneyDecision, UsdMinorOf } from './approvals/single-operator-limit.ts'
import type { TextOrPhrase } from '../platform/stored-phrase.ts'

/** One entry in the append-only audit log, about a read of personal data or a change. */
export type AuditEntry = {
  /** Null if the product acted, not an operator. */
  operatorId: string | null
  /** The call's name, such as `withdrawals.approve`. */
  action: string
  /** The id of the object that the action is about. */
  subject: string
  customerId?: string
  reason?: string
  /** Contains no personal data and no secrets. */
  details?: Record<string, string | number | boolean | null>
}

/** An action that requires a second operator: a transfer of money, or a change that could create money. */
export type Proposal = {
  proposedBy: string
  /** Registered with `onApproved`, such as `correction`. */
  action: string
  subject: string
  customerId?: string
  /** Set together with `asset`. Absent for a change that moves no money. */
  amountMinor?: bigint
  asset?: Asset
  /** A description of the action for the second operator. */
  words: TextOrPhrase
  /** Plain JSON, passed to the executor. */
  input: unknown
}

export type Approved = { approvalId: string; proposedBy: string; approvedBy: string }

/** Runs an approved action in the approval's transaction. A returned function runs after the commit. */
export type Execute = (tx: Executor, input: unknown, approved: Approved) => Promise<void | (() => void)>

export type Executors = Map<string, Execute>

/** Items that wait for a decision, and since when the oldest one has waited; null if there are none. */
type QueueLength = { count: number; oldestMs: number | null }

/** `withinDays` is the number of business days within which the operator decides. */
type Queue = { permission: Permission; withinDays: number; read: () => Promise<QueueLength> }

export type Queues = Map<string, Queue>

export type Operators = ModuleLife & {
  calls: Bindings<
    typeof operatorsCalls &
      typeof operatorAccessCalls &
      typeof alarmsCalls &
      typeof announcementsCalls &
      typeof messagesCalls
  >
  operatorOf: OperatorFinder
  /** Logs a signed-in operator's refused call and writes it to the audit log. */
  recordRefusal: OperatorRefusalRecorder
  /**
   * Appends to the audit log, in the transaction of the recorded action and before anything is posted to the ledger.
   */
  audit(tx: Executor, entry: AuditEntry): Promise<void>
  /** Returns the number of entries in the audit log and its newest hash in hexadecimal. */
  auditHead(tx: Executor): Promise<{ entries: number; hash: string }>
  /**
   * Returns whether an amount requires a second operator: if its value is unknown, or if it pushes a sum above the
   * threshold. The sums are what this operator gave, and what this customer received, in the past 24 hours without a
   * second operator's approval. If no second operator is required, adds the amount to the sums. Call it in the
   * decision's transaction.
   */
  needsSecond(tx: Executor, decision: MoneyDecision): Promise<boolean>
  /** Proposes an action to a second operator and returns the approval's id. */
  propose(tx: Executor, proposal: Proposal): Promise<string>
  /** Returns whether a proposal still awaits a second operator. */
  isWaiting(approvalId: string): Promise<boolean>
  /** Registers the function that runs an approved action, in the approval's transaction. Each action has one. */
  onApproved(action: string, execute: Execute): void
  /**
   * Returns operators' actions on a customer's account, and the messages from these email addresses, as plain JSON for
   * the customer's export.
   */
  aboutCustomer(customerId: string, emails: readonly ProvenEmail[]): Promise<unknown>
  /**
   * Removes the customer from contact messages and announcement confirmations, in the transaction that closes the
   * account.
   */
  forgetCustomer(tx: Executor, customerId: string): Promise<void>
  /** Returns an operator's name as customers see it in notes and access lists. */
  nameOf(operatorId: string): Promise<string>
  /** Returns the current value of a setting. */
  setting<K extends SettingKey>(key: K): Promise<SettingValue<K>>
  /**
   * Returns a function that returns a setting from memory, at most five seconds old. The object stays the same until
   * the value changes. Call this before the server starts.
   */
  watch<K extends SettingKey>(key: K): () => SettingValue<K>
  /** Returns every value of a setting, oldest first. */
  settingHistory<K extends SettingKey>(key: K): Promise<{ fromMs: number; value: SettingValue<K> }[]>
  /**
   * Adds a queue whose length and age the desk shows to operators with the permission. `name` is the last part of its
   * page's URL.
   */
  addQueue(name: string, queue: Queue): void
  /** Returns an amount's value in US cents, or undefined if there is no rate. */
  usdMinorOf: UsdMinorOf
  /** Sets the function that returns an amount's value in US cents, or undefined if there is no rate. */
  valueBy(usdMinorOf: UsdMinorOf): void
}

/** An email address that a customer proved, in lower case. `untilMs` is when the account stopped using it. */
export type ProvenEmail = { email: string; untilMs: number | undefined }
