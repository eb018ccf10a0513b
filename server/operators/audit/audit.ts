import type { OutputOf } from '../../../api/call.ts'
import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import type { Executor } from '../../platform/database/database.ts'
import { textsOfStored } from '../../platform/stored-phrase.ts'
import { noteAuditEntry } from '../../platform/http/actions.ts'
import {
  appendAudit,
  findAuditBreaks,
  readAudit,
  readAuditActions,
  readAuditHead,
  readAuditPeople,
} from './audit-store.ts'
import type { OperatorsContext } from '../context.ts'
import type { AuditEntry } from '../types.ts'

const entriesPerPage = 100

/**
 * Appends to the audit log. Call it before posting to the ledger: both lock their hash chain until the commit, and a
 * fixed lock order prevents deadlocks.
 */
export async function recordAudit(
  { clock }: Pick<OperatorsContext, 'clock'>,
  tx: Executor,
  entry: AuditEntry,
): Promise<void> {
  await appendAudit(tx, entry, clock.nowMs())
  noteAuditEntry()
}

export type AuditQuestion = {
  p: number
  operator?: string | undefined
  customer?: string | undefined
  action?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

const dayMs = 86_400_000

/** Returns a page of the log. `from` and `until` are UTC days, both inclusive. */
export async function listAudit(
  { db }: OperatorsContext,
  requested: AuditQuestion,
): Promise<OutputOf<(typeof operatorsCalls)['audit']>> {
  const filter = {
    operatorId: requested.operator === 'system' ? null : (requested.operator ?? null),
    ofSystem: requested.operator === 'system',
    customerId: requested.customer ?? null,
    action: requested.action || null,
    fromMs: requested.from ? Date.parse(requested.from) : null,
    untilMs: requested.until ? Date.parse(requested.until) + dayMs : null,
  }
  const rows = await readAudit(db, filter, entriesPerPage, (requested.p - 1) * entriesPerPage)
  return rows.map((row) => ({
    id: String(row.seq),
    at: new Date(row.atMs).toISOString(),
    operator: row.operatorId,
    by: row.name ?? 'Tallystick',
    action: row.action,
    subject: row.subject,
    customer: row.customerId,
    reason: row.reason,
    details: row.details,
    ...textsOfStored(row.details),
    hash: row.hash,
  }))
}

const problemsShown = 100

/** Recomputes the hash chain and compares its end with the stored head. */
export async function verifyAudit({
  db,
}: Pick<OperatorsContext, 'db'>): Promise<OutputOf<(typeof operatorsCalls)['audit.verify']>> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx) => {
    const [head, breaks] = [await readAuditHead(tx), await findAuditBreaks(tx)]
    const [actions, people] = [await readAuditActions(tx), await readAuditPeople(tx)]
    const problems = breaks.slice(0, problemsShown).map(({ seq, problem }) => ({
      id: String(seq),
      ...sentenceFields('problem', { phrase: `audit_${problem}` }),
    }))
    return { ok: breaks.length === 0, entries: Number(head.seq), head: head.hash, actions, people, problems }
  })
}
