import { z } from 'zod'
import { paymentReceiptPendingText } from '../states/deposit-states.ts'
import { type SentenceValues, writeSentence } from './sentences.ts'

/** Sentences that describe what a call did, by code. Pages show them in their own language. */
export const outcomes = {
  // Signing in and the customer's account
  account_closed: 'Your account is closed and your personal data has been erased.',
  account_open: 'Welcome to {siteName}. Your practice account is open.',
  account_open_empty:
    'Welcome to {siteName}. Your account is open. It starts with no balance because you already received the ' +
    'practice money once.',
  app_needed: 'Signing in now requires a code from your authenticator app.',
  app_removed: 'The authenticator app has been removed.',
  code_sent: 'Code sent to Mail',
  details_saved: 'Your details have been saved.',
  documents_received: 'We received your documents and will review them. We will email you the result.',
  email_changed:
    'Your email address has been changed. We signed out every other session and revoked your API keys. You can ' +
    'withdraw again after {from}.',
  frozen: 'Your account is frozen. You cannot trade or withdraw until you unfreeze it.',
  key_created: 'Copy the API key now. You won’t be able to see it again.',
  key_revoked: 'The API key has been revoked. Programs that use it no longer have access.',
  language_chosen: 'We will send your emails in this language.',
  link_used: 'You are signed in on this device.',
  link_waits: 'Open the office on the other device within one minute.',
  passkey_removed: 'The passkey has been removed. Delete it from your device as well.',
  passkey_renamed: 'The passkey has been renamed.',
  passkey_saved: 'The passkey has been saved. You can sign in with it.',
  password_changed: 'Your password has been changed. We signed out every other session and revoked your API keys.',
  password_fits: 'You can use this password.',
  password_reset: 'Your new password is set. We signed out every other session and revoked your API keys.',
  photo_changed: 'Your photo has been changed.',
  photo_deleted: 'Your photo has been deleted.',
  recovery_codes_replaced: 'Save these codes in a safe place. The old codes no longer work.',
  scan_code: 'Scan the QR code with your authenticator app, then enter the code that the app shows.',
  session_ended: 'The session has been signed out.',
  sessions_ended: 'Other sessions signed out: {count}.',
  signed_in: 'Welcome back.',
  signed_out: 'You are signed out.',
  terms_accepted: 'You have accepted the terms.',
  unfrozen: 'Your account is unfrozen.',

  // The customer's limits
  excluded: '{pause} Open trades settle normally, and you can still sign in and withdraw.',
  limit_change_cancelled: 'The pending change has been cancelled. Your limit stays the same.',
  limit_loosens_later: 'A looser limit applies from {from}. Until then, you can cancel the change.',
  limit_removed: 'You no longer have this limit.',
  limit_tightened: 'Your limit applies now.',
  limit_unchanged: 'Your limit stays the same.',
  reality_confirmed: 'Confirmed. The countdown to the next check starts now.',

  // Trading and copying
  alert_added: 'The alert has been added. It fires once, even while no page is open.',
  alert_removed: 'The alert has been removed.',
  alerts_seen: 'Marked as seen.',
  alert_choice_saved: 'Your choice has been saved.',
  copying: 'You are now copying {name}.',
  copying_already: 'You are already copying {name}.',
  copying_changed: 'Your new settings apply from {name}’s next order.',
  copying_ended: 'You are no longer copying {name}. Open copies run until they expire.',
  copying_not: 'You aren’t copying {name}.',
  copying_paused: 'Copying of {name} is paused.',
  expert_stopped: '{name} has stopped trading. Copiers: {count}.',
  order_scheduled: '{name} will {type} {symbol} at {at}.',
  robot_set_up: 'Your robot is set up. Start it to begin trading.',
  robot_started: 'Your robot is now trading with the strategy {strategy}.',
  robot_stopped: 'Your robot is INACTIVE. Open trades run until they expire.',
  robot_stopped_already: 'Your robot was already INACTIVE.',
  trade_open: 'Your {type} on {symbol} for {stake} is open. It ends in {length}.',

  // Deposits, bonus, reviews and withdrawals
  address_added: 'Address saved. You can use it from {from}.',
  address_removed: 'Address removed.',
  bonus_granted: 'The customer now has a bonus of {amount}.',
  bonus_proposed: 'A bonus of {amount} is waiting for a second operator’s approval.',
  bonus_released: 'We moved {amount} to your trading account.',
  deposit_cancelled: 'The deposit has been cancelled.',
  overpayment_credited: '{amount} has been credited to your trading account.',
  overpayment_set_aside: 'The payment is in your {account} account. Request a withdrawal from there to send it back.',
  plan_available: 'The {name} plan is now available.',
  plan_retired: 'The {name} plan is no longer available.',
  plan_saved: 'The {name} plan has been saved.',
  quote_open: 'Pay {pay} for {credit}.',
  receipt_approved: 'Receipt approved. Payments on the chain are credited once they are confirmed.',
  receipt_declined: 'Receipt declined. The customer sees the reason.',
  receipt_needs_second: 'The chain shows no payment. A second operator must approve this credit too.',
  receipt_pending: paymentReceiptPendingText,
  review_hidden: 'Review text hidden. Readers see the reason instead, and the stars still count.',
  review_published: 'Your review is published. You can change it at any time.',
  review_shown: 'Review shown again.',
  scanner_resumed: 'The {coin} scanner continues from block {height}.',
  withdrawal_approved: 'The withdrawal is approved.',
  withdrawal_cancelled: 'Withdrawal cancelled. The amount is available in your account again.',
  withdrawal_held: 'The withdrawal is on hold.',
  withdrawal_pending: 'Your withdrawal of {amount} is pending. You will receive {arrives}.',
  withdrawal_pending_address:
    'Your withdrawal of {amount} is pending. You will receive {arrives}. The address is new: you can use it from ' +
    '{from}.',
  withdrawal_refused: 'Withdrawal refused. The customer sees the reason, and the amount is available again.',
  withdrawal_released: 'The withdrawal is no longer on hold.',
  withdrawal_retried: 'The withdrawal will be retried.',
  withdrawal_sent_again: 'The withdrawal will be sent again with a higher fee.',

  // Yield contracts
  contract_cancelled: 'The contract has been cancelled.',
  contract_ended: 'The contract has ended. {returned} is back in your trading account. The fee was {fee}.',
  contract_liquidated_already: 'The contract had already been liquidated. {returned} is back in your trading account.',
  contract_released_already: 'The contract had already reached its end. {returned} is back in your trading account.',

  // Webhooks
  endpoint_added: 'The endpoint has been added. Copy its secret now. You won’t be able to see it again.',
  endpoint_enabled: 'The endpoint has been enabled. We are sending the events that it missed.',
  endpoint_removed: 'The endpoint has been removed.',
  message_repeated: 'We are sending the message again.',
  secret_replaced:
    'Copy the new secret now. You won’t be able to see it again. The old secret works for another 24 hours.',
  test_sent: 'We are sending a test event. The log shows its outcome.',

  // The desk
  announcement_ended: 'The announcement has been withdrawn.',
  announcement_planned: 'The announcement is scheduled.',
  announcement_published: 'The announcement is published.',
  announcement_seen: 'Marked as read.',
  approved: 'Approved and carried out.',
  correction_done: 'The details have been corrected. We sent the customer an email.',
  correction_proposed: 'Proposed. A second operator has to approve it.',
  customer_frozen: 'The account is frozen. The customer can see the reason.',
  customer_signed_out:
    'Signed out. Ended sessions: {sessions}. Revoked API keys: {keys}. We sent the customer an email.',
  customer_unfrozen: 'The account is unfrozen.',
  customer_verified: 'The customer is verified. We sent them an email.',
  documents_rejected: 'The documents have been rejected. We sent the customer an email.',
  flag_removed: 'Flag removed: {flag}.',
  flag_set: 'Flagged: {flag}.',
  invitation_revoked: 'The invitation has been revoked. Its link no longer works.',
  invitation_sent: 'We sent an invitation to {email}. Its link works for three days.',
  link_sent: 'We sent a link for a new password and second factor to {email}.',
  message_answered: 'We sent the reply to {email}.',
  message_closed: 'Closed without a reply.',
  message_received: 'Thank you. We received your message and will reply by email.',
  needs_second: 'A second operator has to approve this.',
  note_removed: 'The note has been removed.',
  note_saved: 'The note has been saved.',
  operator_enrolled: 'Welcome to the desk, {name}.',
  operator_password_changed: 'Your password has been changed. Other sessions signed out: {count}.',
  operator_removed: 'The operator is signed out and can no longer sign in.',
  operator_sessions_ended: 'Sessions signed out: {count}.',
  operator_signed_in: 'Welcome back, {name}.',
  operator_signed_out: 'Signed out.',
  rejected: 'Rejected. Nothing has changed.',
  plans_ordered: 'The order of the plans has been saved.',
  roles_changed: 'The roles have been changed. They apply from the operator’s next action.',
  template_deleted: 'The reply template has been deleted.',
  template_saved: 'The reply template has been saved.',
  setting_changed: 'The setting has been changed. The new value applies immediately.',
} as const satisfies Record<string, string>

export type OutcomeCode = keyof typeof outcomes

/** The fields of a response that describe what the call did. `msg` is `outcome` written in English with `details`. */
export const outcomeFields = {
  type: z.literal('success'),
  msg: z.string(),
  outcome: z.enum(Object.keys(outcomes) as [OutcomeCode, ...OutcomeCode[]]),
  details: z.record(z.string(), z.unknown()).optional(),
}
export const outcomeOutput = z.object(outcomeFields)
export type Outcome = { type: 'success'; msg: string; outcome: OutcomeCode; details?: SentenceValues }

/** Returns the fields of a response that describe what the call did. */
export function outcome(code: OutcomeCode, details?: SentenceValues): Outcome {
  return { type: 'success', msg: writeSentence(outcomes[code], details), outcome: code, ...(details && { details }) }
}
