import type { OperatorRefusal } from '../../platform/http/operator-refusals.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'

type Recording = Pick<OperatorsContext, 'clock' | 'db' | 'log'>

/** Statuses of refusals that can indicate a missing permission. The others mean invalid fields or a busy server. */
const recordedStatuses = new Set([401, 403, 404, 409])

/**
 * Logs a signed-in operator's refused call and writes it to the audit log. Never rejects. Source: OWASP ASVS 5.0,
 * 16.3.2.
 */
export async function recordRefusal(
  context: Recording,
  { operatorId, call, code: refusal, status }: OperatorRefusal,
): Promise<void> {
  if (!recordedStatuses.has(status)) return
  context.log.warn({ operator: operatorId, call, refusal }, 'an operator’s call was refused')
  await written(context, { operatorId, action: 'refused', subject: call, details: { refusal } })
}

export type FailedSignIn = {
  operatorId: string | undefined
  reason: 'unknown_address' | 'wrong_password' | 'wrong_code'
}

/**
 * Logs a failed sign-in and writes it to the audit log, even if no operator has the address, so that both cases take
 * the same time. Never rejects. Source: OWASP ASVS 5.0, 16.3.1.
 */
export async function recordFailedSignIn(context: Recording, { operatorId, reason }: FailedSignIn): Promise<void> {
  context.log.warn({ operator: operatorId ?? null, reason }, 'sign-in to the desk failed')
  await written(context, {
    operatorId: null,
    action: 'operators.login.refused',
    subject: operatorId ?? 'unknown',
    details: { reason },
  })
}

async function written(context: Recording, entry: Parameters<typeof recordAudit>[2]): Promise<void> {
  try {
    await recordAudit(context, context.db, entry)
  } catch (error) {
    context.log.error({ err: error, action: entry.action }, 'a refusal was not written to the audit log')
  }
}
