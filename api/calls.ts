import { affiliatesCalls } from './calls/affiliates.ts'
import { alarmsCalls } from './calls/alarms.ts'
import { announcementsCalls } from './calls/announcements.ts'
import { bonusCalls } from './calls/bonus.ts'
import type { Call } from './call.ts'
import { copyingCalls } from './calls/copying.ts'
import { customersCalls } from './calls/customers.ts'
import { explorerCalls } from './calls/explorer.ts'
import { farmingCalls } from './calls/farming.ts'
import { guessCalls } from './calls/visitors/guess.ts'
import { identityCalls } from './calls/identity.ts'
import { limitsCalls } from './calls/limits.ts'
import { marketsCalls } from './calls/markets.ts'
import { messagesCalls } from './calls/messages.ts'
import { miningCalls } from './calls/mining.ts'
import { operatorAccessCalls } from './calls/operator-access.ts'
import { operatorsCalls } from './calls/operators.ts'
import { paymentsCalls } from './calls/payments.ts'
import { deskFiguresCalls } from './calls/proofs/desk-figures.ts'
import { proofsCalls } from './calls/proofs.ts'
import { reviewsCalls } from './calls/reviews.ts'
import { robotCalls } from './calls/robot.ts'
import { securityCalls } from './calls/security.ts'
import { activityCalls, statementCalls } from './calls/statement.ts'
import { customerActivityCalls } from './calls/trading/customer-activity.ts'
import { tradingDeskCalls } from './calls/trading-desk.ts'
import { tradingCalls } from './calls/trading.ts'
import { verificationCalls } from './calls/verification.ts'
import { webhooksCalls } from './calls/webhooks.ts'
import { withdrawalsDeskCalls } from './calls/withdrawals-desk.ts'
import { withdrawalsCalls } from './calls/withdrawals.ts'

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
} as const satisfies Record<string, Call>

export type Calls = typeof calls
export type CallName = keyof Calls
