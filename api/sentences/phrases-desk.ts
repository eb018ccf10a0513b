import { roles } from '../permissions.ts'
import { settingWords } from './setting-words.ts'

// Sentences that only operators see.

/** What a proposal does, for the second operator. */
const proposals = {
  proposal_bonus:
    'Grant a bonus of {amount}, which unlocks once settled stakes reach {times} times that amount. Reason: {reason}',
  proposal_bonus_verified: 'Grant the bonus of {amount} for verified customers.',
  proposal_credit: 'Credit {amount} to {account}: {reason}',
  proposal_debit: 'Debit {amount} from {account}: {reason}',
  proposal_email: 'Change the email address from {before} to {after}: {reason}',
  proposal_invite: 'Invite an operator as {roles}.',
  proposal_mining_parameters:
    '{coin}: {parameters} (currently {before}). Takes effect one day after approval. Source: {source}',
  proposal_mining_parameters_corrected:
    'Correct {coin} from {since}: {parameters} instead of {wrong}. Days that are already paid don’t change. ' +
    'Source: {source}',
  proposal_mining_plan_added: 'Add the mining plan {plan}.',
  proposal_mining_plan_changed: 'Change the mining plan {before} to {plan}.',
  proposal_receipt: 'Credit {amount} for a receipt, although the chain shows no payment. Reason: {reason}',
  proposal_renew: 'Send {name} a link for a new password and second factor.',
  proposal_roles: 'Change the roles of {name} from {before} to {roles}.',
  proposal_setting: '{setting}: {value} instead of {before}. Reason: {reason}',
  proposal_withdrawal: 'Withdrawal of {amount} by {method}: {arrives} will arrive.',
  proposal_yield_plan_added:
    'Add the plan {plan}, {weekly}% a week, at least {minimum}%, borrowing costs {borrowing}%. {note}',
  proposal_yield_plan_changed: 'Change the plan {before} to {plan}.',
  proposal_yield_rates:
    '{plan}: {weekly}% a week from the Monday after the approval, at least {minimum}%, borrowing costs ' +
    '{borrowing}%. {note}',
} as const

/** Parts of proposals. */
const parts = {
  mining_parameters: 'difficulty {difficulty}, subsidy {subsidy}',
  mining_plan_terms: '{name} ({coin}, {speed} TH/s, from {min})',
  yield_plan_terms: '{name} ({coin}, from {min}, leverage up to {leverage}, margin {margin}%, early exit fee {fee}%)',
} as const

/** Why a scheduled order was not placed. */
const scheduledOrders = {
  scheduled_expert_stopped: 'The expert had already stopped.',
  scheduled_refused: 'Refused: {code}.',
  scheduled_too_late: 'The platform was not running at that time.',
} as const

const scanners = {
  scanner_beyond_window: 'The chain was rewritten below block {height}, which is older than the stored blocks.',
} as const

/** Counts in a customer's file. */
const customerFacts = {
  fact_accounts: '{accounts}',
  fact_account_closed: '{customer} (closed)',
  fact_deposits: '{count}, {credited} credited',
  fact_limits: '{count} set',
  fact_limits_none: 'none set',
  fact_limits_paused: '{limits}, away {until}',
  fact_trades: '{count}, {open} open',
  fact_webhooks: '{count}, {disabled} disabled',
  fact_withdrawals: '{count}, {open} open, {completed} completed',
} as const

/** Why the audit log's hash chain is broken. */
const auditBreaks = {
  audit_missing_before: 'entries before it are missing.',
  audit_not_newest: 'the newest entry is not the one that was written last.',
  audit_wrong_hash: 'its hash does not match.',
} as const

const roleNames = {
  role_owner: roles.owner.label,
  role_finance: roles.finance.label,
  role_compliance: roles.compliance.label,
  role_support: roles.support.label,
  role_auditor: roles.auditor.label,
} as const

const settingNames = {
  setting_secondOperatorAboveUsd: settingWords.secondOperatorAboveUsd.label,
  setting_secondOperatorWaitDays: settingWords.secondOperatorWaitDays.label,
  setting_messagesMailbox: settingWords.messagesMailbox.label,
  setting_payoutBps: settingWords.payoutBps.label,
  setting_bonus: settingWords.bonus.label,
  setting_addressBook: settingWords.addressBook.label,
  setting_customerSecondFactor: settingWords.customerSecondFactor.label,
  setting_tradingLimits: settingWords.tradingLimits.label,
} as const

export const deskPhrases = {
  ...proposals,
  ...parts,
  ...scheduledOrders,
  ...scanners,
  ...customerFacts,
  ...auditBreaks,
  ...roleNames,
  ...settingNames,
} as const
