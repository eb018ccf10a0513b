import type { Ledger } from '../ledger/public.ts'
import type { Platform } from '../platform/platform.ts'
import { invariant } from '../platform/http/refused.ts'
import { aboutCustomer } from './audit/about-customer.ts'
import { deleteReadBy } from './news/announcements-store.ts'
import { approvalDays, propose } from './approvals/approvals.ts'
import { readAuditHead } from './audit/audit-store.ts'
import { readWaitingApprovals, isApprovalWaiting } from './approvals/approvals-store.ts'
import { recordAudit } from './audit/audit.ts'
import { bindOperatorAccessCalls } from './sign-in/calls.ts'
import { bindOperatorsCalls } from './calls.ts'
import { peopleExecutors } from './people/change-people.ts'
import { createContext } from './context.ts'
import { needsSecond, type UsdMinorOf } from './approvals/single-operator-limit.ts'
import { declareOperatorsJobs } from './jobs.ts'
import { makeFirstLink } from './people/links.ts'
import { messageDays } from './news/messages.ts'
import { readOpenMessages, unlinkMessages } from './news/messages-store.ts'
import { findPerson } from './people/people-store.ts'
import { recordRefusal } from './sign-in/record-refusals.ts'
import { findOperator } from './sign-in/sessions.ts'
import { changeOfSetting, createChangeApproved } from './settings.ts'
import { settingHistory, settingOf } from './settings-store.ts'
import { WatchedSettings } from './watched-settings.ts'
import type { Operators } from './types.ts'

export { auditEntriesAfter, type AuditHash } from './audit/audit-store.ts'
export type { Approved, Execute, Operators } from './types.ts'

export { operatorsSealed } from './sealed-values.ts'

export type { ProvenEmail } from './types.ts'

export { ageOf } from './people/queue-age.ts'

export { settingHistory } from './settings-store.ts'

export { findOtherAuditHeads, readDetailsOf, type PublishedAuditHead } from './audit/audit-store.ts'

declare module '../platform/bus.ts' {
  interface BusTopics {
    /** An operator changed a setting. */
    'setting.changed': { key: string }
  }
}

/** Creates the operators module: sign-in, roles, two-person approvals, settings and the audit log. */
export function createOperators(platform: Platform, { ledger }: { ledger: Ledger }): Operators {
  const context = createContext(platform, ledger)
  const { executors, queues } = context
  executors.set(changeOfSetting, createChangeApproved(context))
  for (const [action, execute] of peopleExecutors(context)) executors.set(action, execute)
  let usdMinorOf: UsdMinorOf = (amountMinor, asset) => (asset === 'USD' ? amountMinor : undefined)
  const watched = new WatchedSettings(platform)
  declareOperatorsJobs(platform)
  queues.set('approvals', {
    permission: 'money.approve',
    withinDays: approvalDays,
    read: () => readWaitingApprovals(platform.db),
  })
  queues.set('messages', {
    permission: 'messages.answer',
    withinDays: messageDays,
    read: () => readOpenMessages(platform.db),
  })
  return {
    calls: { ...bindOperatorsCalls(context), ...bindOperatorAccessCalls(context) },
    operatorOf: (secrete) => findOperator(context, secrete),
    recordRefusal: (refusal) => recordRefusal(context, refusal),
    audit: (tx, entry) => recordAudit(context, tx, entry),
    async auditHead(tx) {
      const { seq, hash } = await readAuditHead(tx)
      return { entries: Number(seq), hash }
    },
    needsSecond: (tx, decision) => needsSecond(context, tx, usdMinorOf, decision),
    propose: (tx, proposal) => propose(context, tx, proposal),
    isWaiting: (approvalId) => isApprovalWaiting(platform.db, approvalId),
    onApproved(action, execute) {
      invariant(!executors.has(action), `${action} already has an executor`)
      executors.set(action, execute)
    },
    aboutCustomer: (customerId, emails) => aboutCustomer(context, customerId, emails),
    async forgetCustomer(tx, customerId) {
      await unlinkMessages(tx, customerId)
      await deleteReadBy(tx, customerId)
    },
    nameOf: async (operatorId) => (await findPerson(platform.db, operatorId))?.name ?? 'An operator',
    setting: (key) => settingOf(platform.db, key),
    settingHistory: (key) => settingHistory(platform.db, key),
    watch: (key) => watched.watch(key),
    addQueue: (name, queue) => void queues.set(name, queue),
    usdMinorOf: (amountMinor, asset) => usdMinorOf(amountMinor, asset),
    valueBy: (value) => void (usdMinorOf = value),
    stop: async () => watched.stop(),
    async start() {
      await watched.refreshAll()
      const link = await makeFirstLink(context)
      // Written to the terminal, not to the log: logs may be stored, and anyone with the link can become the owner.
      if (link && platform.config.logLevel !== 'silent') process.stdout.write(`Operator's desk: ${link}\n`)
    },
  }
}
