import type { Call } from './call.ts'
import { affiliatesCalls } from './calls/affiliates/affiliates.ts'
import { alertsCalls } from './calls/alerts/alerts.ts'
import { copyingCalls } from './calls/copying/copying.ts'
import { robotCalls } from './calls/copying/robot.ts'
import { farmingCalls } from './calls/farming/farming.ts'
import { customersCalls } from './calls/identity/customers.ts'
import { identityCalls } from './calls/identity/identity.ts'
import { securityCalls } from './calls/identity/security.ts'
import { statementCalls } from './calls/identity/statement.ts'
import { verificationCalls } from './calls/identity/verification.ts'
import { limitsCalls } from './calls/limits/limits.ts'
import { marketsCalls } from './calls/markets/markets.ts'
import { miningCalls } from './calls/mining/mining.ts'
import { alarmsCalls } from './calls/operators/alarms.ts'
import { announcementsCalls } from './calls/operators/announcements.ts'
import { messagesCalls } from './calls/operators/messages.ts'
import { operatorAccessCalls } from './calls/operators/operator-access.ts'
import { operatorsCalls } from './calls/operators/operators.ts'
import { bonusCalls } from './calls/payments/bonus.ts'
import { explorerCalls } from './calls/payments/explorer.ts'
import { paymentsCalls } from './calls/payments/payments.ts'
import { reviewsCalls } from './calls/payments/reviews.ts'
import { withdrawalsDeskCalls } from './calls/payments/withdrawals-desk.ts'
import { withdrawalsCalls } from './calls/payments/withdrawals.ts'
import { proofsCalls } from './calls/proofs/proofs.ts'
import { activityCalls } from './calls/trading/activity.ts'
import { guessCalls } from './calls/trading/guess.ts'
import { tradingDeskCalls } from './calls/trading/trading-desk.ts'
import { tradingCalls } from './calls/trading/trading.ts'
import { workspaceCalls } from './calls/trading/workspace.ts'
import { transparencyCalls } from './calls/transparency/log.ts'
import { webhooksCalls } from './calls/webhooks/webhooks.ts'
import { deskFiguresCalls } from './calls/proofs/desk-figures.ts'
import { customerActivityCalls } from './calls/trading/customer-activity.ts'

/** Every call to `/api?r=NAME`, by name. */
export const calls = {
  ...identityCalls,
  ...customersCalls,
  ...statementCalls,
  ...securityCalls,
  ...verificationCalls,
  ...marketsCalls,
  ...tradingCalls,
  ...tradingDeskCalls,
  ...customerActivityCalls,
  ...guessCalls,
  ...activityCalls,
  ...workspaceCalls,
  ...paymentsCalls,
  ...bonusCalls,
  ...reviewsCalls,
  ...withdrawalsCalls,
  ...withdrawalsDeskCalls,
  ...explorerCalls,
  ...miningCalls,
  ...farmingCalls,
  ...copyingCalls,
  ...robotCalls,
  ...proofsCalls,
  ...deskFiguresCalls,
  ...limitsCalls,
  ...affiliatesCalls,
  ...operatorsCalls,
  ...operatorAccessCalls,
  ...alarmsCalls,
  ...announcementsCalls,
  ...messagesCalls,
  ...webhooksCalls,
  ...alertsCalls,
  ...transparencyCalls,
} as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
