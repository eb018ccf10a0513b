import type { alertsCalls } from '../../api/calls/alerts/alerts.ts'
import type { InputOf } from '../../api/call.ts'
import { type Outcome, outcome } from '../../api/sentences/outcomes.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import { Refused } from '../platform/http/refused.ts'
import type { AlertsContext } from './context.ts'
import { deleteAlert, markSeen, saveNotices } from './store.ts'

type Calls = typeof alertsCalls

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `alerts.remove`: removes one of the customer's alerts. */
export async function removeAlert(
  { bus, db }: AlertsContext,
  { id }: InputOf<Calls['alerts.remove']>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const symbol = uuid.test(id) ? await deleteAlert(db, session, id) : undefined
  if (symbol === undefined) throw new Refused('alert_not_found')
  bus.publish('alerts.changed', { symbol })
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['alerts'] })
  return outcome('alert_removed')
}

/** `alerts.seen`: marks the customer's fired alerts as seen. */
export async function seeAlerts({ bus, db }: AlertsContext, _input: unknown, { session }: CustomerRequest) {
  await markSeen(db, session)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['alerts'] })
  return outcome('alerts_seen')
}

/** `alerts.notices`: stores which trades the customer's pages announce. */
export async function chooseNotices(
  { bus, db }: AlertsContext,
  notices: InputOf<Calls['alerts.notices']>,
  { session }: CustomerRequest,
) {
  await saveNotices(db, session, notices)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['alerts'] })
  return outcome('alert_choice_saved')
}
