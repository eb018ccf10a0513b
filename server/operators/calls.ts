import { audited, bindActions, decision, unaudited } from '../platform/http/actions.ts'
import type { alarmsCalls } from '../../api/calls/operators/alarms.ts'
import type { announcementsCalls } from '../../api/calls/operators/announcements.ts'
import type { messagesCalls } from '../../api/calls/operators/messages.ts'
import type { operatorsCalls } from '../../api/calls/operators/operators.ts'
import { listAlarms } from './news/alarms.ts'
import { confirmRead, listConfirmed } from './news/announcements-read.ts'
import { listAnnouncements, publish, showAnnouncements, withdraw } from './news/announcements.ts'
import { approve, reject, showApprovals, showApprovalTotals } from './approvals/approvals.ts'
import { listAudit, verifyAudit } from './audit/audit.ts'
import type { OperatorsContext } from './context.ts'
import { enrol, showLink } from './people/enrol.ts'
import { showOperator } from './people/show-operator.ts'
import { answerMessage, closeMessage, makeTicket, receiveMessage, showMessages } from './news/messages.ts'
import { deleteTemplate, listTemplates, saveTemplate } from './news/reply-templates.ts'
import { deactivate, invite, listPeople, renew, setRoles, uninvite } from './people/people.ts'
import { changeSetting, showSettings } from './settings.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'

/** Binds the calls of `operators.ts`, `alarms.ts`, `announcements.ts` and `messages.ts` in `api/calls/operators/`. */
export const bindOperatorsCalls = bindActions<
  OperatorsContext,
  typeof operatorsCalls & typeof alarmsCalls & typeof announcementsCalls & typeof messagesCalls
>({
  'operators.login': signIn,
  'operators.link': showLink,
  'operators.enrol': enrol,
  'operators.me': showOperator,
  'operators.signout': unaudited('ends only the operator’s current session', signOut),
  'operators.people': listPeople,
  'operators.invite': audited(invite),
  'operators.uninvite': audited(uninvite),
  'operators.roles': audited(setRoles),
  'operators.renew': audited(renew),
  'operators.deactivate': audited(deactivate),
  'operators.approvals': showApprovals,
  'operators.approvals.totals': showApprovalTotals,
  'operators.approve': decision(approve),
  'operators.reject': decision(reject),
  'operators.settings': showSettings,
  'operators.changesetting': audited(changeSetting),
  alarms: listAlarms,
  audit: listAudit,
  'audit.verify': verifyAudit,
  announcements: showAnnouncements,
  'announcements.own': listConfirmed,
  'announcements.confirm': confirmRead,
  'announcements.list': listAnnouncements,
  'announcements.publish': audited(publish),
  'announcements.withdraw': audited(withdraw),
  'contactus.ticket': makeTicket,
  contactus: receiveMessage,
  messages: showMessages,
  'messages.answer': decision(answerMessage),
  'messages.close': decision(closeMessage),
  'messages.templates': listTemplates,
  'messages.templates.save': audited(saveTemplate),
  'messages.templates.delete': audited(deleteTemplate),
})
