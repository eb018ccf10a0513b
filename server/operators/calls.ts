import { outcome } from '../../contract/sentences/outcomes.ts'
import type { alarmsCalls } from '../../contract/calls/alarms.ts'
import type { announcementsCalls } from '../../contract/calls/announcements.ts'
import type { messagesCalls } from '../../contract/calls/messages.ts'
import type { operatorsCalls } from '../../contract/calls/operators.ts'
import type { Bindings } from '../platform/http/http.ts'
import { listAlarms } from './news/alarms.ts'
import {
  confirmRead,
  listAnnouncements,
  listConfirmed,
  publish,
  showAnnouncements,
  withdraw,
} from './news/announcements.ts'
import { approve, reject, showApprovals } from './approvals/approvals.ts'
import { listAudit, verifyAudit } from './audit/audit.ts'
import type { OperatorsContext } from './context.ts'
import { enrol, showLink } from './people/enrol.ts'
import { showOperator } from './people/show-operator.ts'
import {
  answerMessage,
  closeMessage,
  createContactLimits,
  makeTicket,
  receiveMessage,
  showMessages,
} from './news/messages.ts'
import { deactivate, invite, listPeople, renew, setRoles, uninvite } from './people/people.ts'
import { deleteSession } from './people/people-store.ts'
import type { Executors, Queues } from './types.ts'
import { changeSetting, showSettings } from './settings.ts'
import { signIn } from './sign-in/sign-in.ts'

/** Binds the calls of `contract/calls/operators.ts`, `alarms.ts`, `announcements.ts` and `messages.ts` to their actions. */
export function bindOperatorsCalls(
  context: OperatorsContext,
  executors: Executors,
  queues: Queues,
): Bindings<typeof operatorsCalls & typeof alarmsCalls & typeof announcementsCalls & typeof messagesCalls> {
  const contactLimits = createContactLimits()
  return {
    'operators.login': (input, request) => signIn(context, input, request, request.headers.device),
    'operators.link': (input) => showLink(context, input),
    'operators.enrol': (input, request) => enrol(context, input, request),
    'operators.me': (_input, { session }) => showOperator(context, queues, session),
    'operators.signout': async (_input, { session }) => {
      await deleteSession(context.db, session.sessionId)
      return outcome('operator_signed_out')
    },
    'operators.people': () => listPeople(context),
    'operators.invite': (input, { session, headers }) => invite(context, input, session, headers['accept-language']),
    'operators.uninvite': (input, { session }) => uninvite(context, input, session),
    'operators.roles': (input, { session }) => setRoles(context, input, session),
    'operators.renew': (input, { session, headers }) => renew(context, input, session, headers['accept-language']),
    'operators.deactivate': (input, { session }) => deactivate(context, input, session),
    'operators.approvals': (input, { session }) => showApprovals(context, input, session),
    'operators.approve': (input, { session, idempotencyKey }) =>
      approve(context, executors, input, session, idempotencyKey),
    'operators.reject': (input, { session, idempotencyKey }) => reject(context, input, session, idempotencyKey),
    'operators.settings': () => showSettings(context),
    'operators.changesetting': (input, { session }) => changeSetting(context, input, session),
    alarms: () => listAlarms(context),
    audit: (input) => listAudit(context, input),
    'audit.verify': () => verifyAudit(context),
    announcements: () => showAnnouncements(context),
    'announcements.own': (_input, { session }) => listConfirmed(context, session),
    'announcements.confirm': (input, { session }) => confirmRead(context, input, session),
    'announcements.list': (input) => listAnnouncements(context, input),
    'announcements.publish': (input, { session }) => publish(context, input, session),
    'announcements.withdraw': (input, { session }) => withdraw(context, input, session),
    'contactus.ticket': () => makeTicket(context),
    contactus: (input, { ip, session, headers }) =>
      receiveMessage(
        context,
        contactLimits,
        input,
        { ip, customerId: session?.customerId },
        headers['accept-language'],
      ),
    messages: (input, { session }) => showMessages(context, input, session),
    'messages.answer': (input, { session, idempotencyKey }) => answerMessage(context, input, session, idempotencyKey),
    'messages.close': (input, { session, idempotencyKey }) => closeMessage(context, input, session, idempotencyKey),
  }
}
