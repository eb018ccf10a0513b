import { formatAmount } from '../../../api/money.ts'
import { listReadBy } from '../news/announcements-store.ts'
import { listApprovalsOf } from '../approvals/approvals-store.ts'
import { type AuditRow, readAuditOfCustomer } from './audit-store.ts'
import { readAll } from '../../platform/database/read-all.ts'
import type { OperatorsContext } from '../context.ts'
import { showMessagesOf } from '../news/messages.ts'
import type { ProvenEmail } from '../types.ts'
import { fieldsOfStored } from '../../platform/stored-phrase.ts'

/** Left out of the export, because these entries would warn a customer who is under review. */
const confidential = new Set(['customers.flag', 'customers.note'])

/** Returns operators' actions on a customer's account and the customer's messages, for the customer's export. */
export async function aboutCustomer(context: OperatorsContext, customerId: string, emails: readonly ProvenEmail[]) {
  const [entries, approvals, messages, read] = await Promise.all([
    readAll((limit, last: AuditRow | undefined) => readAuditOfCustomer(context.db, customerId, last?.seq, limit)),
    listApprovalsOf(context.db, customerId),
    showMessagesOf(context, customerId, emails),
    listReadBy(context.db, customerId),
  ])
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    log: entries
      .filter(({ action }) => !confidential.has(action))
      .map(({ atMs, name, action, reason }) => ({ at: iso(atMs), by: name ?? 'Tallystick', action, reason })),
    approvals: approvals.map(({ action, words, amountMinor, asset, proposedAtMs, state, decidedAtMs, reason }) => ({
      action,
      words: fieldsOfStored('words', words).words,
      amount: amountMinor === null || asset === null ? null : formatAmount(amountMinor, asset),
      asset,
      proposedAt: iso(proposedAtMs),
      state,
      decidedAt: iso(decidedAtMs),
      reason,
    })),
    messages,
    announcementsRead: read.map(({ title, atMs }) => ({ title, at: iso(atMs) })),
  }
}
