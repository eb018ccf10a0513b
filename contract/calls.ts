import { affiliatesCalls } from './affiliates.ts'
import { alarmsCalls } from './alarms.ts'
import { announcementsCalls } from './announcements.ts'
import { bonusCalls } from './bonus.ts'
import type { Call } from './call.ts'
import { copyingCalls } from './copying.ts'
import { customersCalls } from './customers.ts'
import { explorerCalls } from './explorer.ts'
import { farmingCalls } from './farming.ts'
import { identityCalls } from './identity.ts'
import { limitsCalls } from './limits.ts'
import { marketsCalls } from './markets.ts'
import { messagesCalls } from './messages.ts'
import { miningCalls } from './mining.ts'
import { operatorAccessCalls } from './operator-access.ts'
import { operatorsCalls } from './operators.ts'
import { paymentsCalls } from './payments.ts'
import { proofsCalls } from './proofs.ts'
import { reviewsCalls } from './reviews.ts'
import { robotCalls } from './robot.ts'
import { securityCalls } from './security.ts'
import { statementCalls } from './statement.ts'
import { tradingDeskCalls } from './trading-desk.ts'
import { tradingCalls } from './trading.ts'
import { verificationCalls } from './verification.ts'
import { webhooksCalls } from './webhooks.ts'
import { withdrawalsDeskCalls } from './withdrawals-desk.ts'
import { withdrawalsCalls } from './withdrawals.ts'

/** Every call of `/api?r=NAME`, by name. */
export const calls = {
  ...identityCalls,
  ...customersCalls,
  ...statementCalls,
  ...securityCalls,
  ...verificationCalls,
  ...marketsCalls,
  ...tradingCalls,
  ...tradingDeskCalls,
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
