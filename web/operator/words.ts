import { t } from '@lingui/core/macro'
import type { CallOutput } from '../data/call.ts'
import type { AlarmKind } from '../../contract/alarms.ts'
import type { CustomerFlag } from '../../contract/customer-flags.ts'
import type { Permission, Role } from '../../contract/permissions.ts'
import { hidingReasons, type HidingReason, type ReviewKind } from '../../contract/review-words.ts'
import type { FactorDemand } from '../../contract/factor-demand.ts'
import type { SettingKey } from '../../contract/setting-words.ts'
import type { DocumentMode, RejectionReason } from '../../contract/verification-states.ts'
import type { RefusalReason, WithdrawalWait } from '../../contract/withdrawal-states.ts'

// Words of the contract as the desk shows them, in the page's language. The English is the contract's own, letter by letter.

const roleNames = (): Record<Role, string> => ({
  owner: t`Owner`,
  finance: t`Finance`,
  compliance: t`Compliance`,
  support: t`Support`,
  auditor: t`Auditor`,
})

/** The name of a role. */
export const roleName = (role: string): string => roleNames()[role as Role]

/** Names of roles, one after the other. */
export const rolesText = (roles: readonly string[]): string => roles.map(roleName).join(', ')

export const permissionTexts = (): Record<Permission, string> => ({
  'customers.read': t`See customers with their details and their whole ledger`,
  'customers.manage': t`Freeze and release accounts, correct details, write notes and flags`,
  'verifications.decide': t`Open identity documents with a reason, and decide verifications`,
  'receipts.decide': t`Open payment receipts and decide them`,
  'withdrawals.decide': t`Approve and refuse withdrawals`,
  'corrections.propose': t`Propose corrections of balances`,
  'money.approve': t`Approve as the second operator what another has proposed`,
  'plans.manage': t`Edit plans`,
  'rates.manage': t`Edit rates, payout rates and limits`,
  'experts.manage': t`Schedule orders of experts by hand, and stop an expert`,
  'announcements.manage': t`Publish announcements`,
  'messages.answer': t`Read and answer contact messages`,
  'operators.manage': t`Invite operators, give and take roles`,
  'audit.read': t`Read the audit log`,
  'alarms.read': t`See alarms of the installation`,
})

const alarmTexts = (): Record<AlarmKind, string> => ({
  prices_stopped: t`The prices of some symbols stopped, and the source has not said that they ended. Trading in them is closed. Check the connection to the source, the recording, or the setting MARKET.`,
  trade_unsettled: t`A trade could not be settled, so it stays open while all others settle. Its stored row contradicts the ledger: compare the two and correct the cause. It is tried again every minute.`,
  operator_locked_out: t`Somebody tried to sign in to the desk with wrong credentials, too often. Check with the operator whether it was them.`,
  mining_output_failed: t`Mining contracts can’t be paid their outputs. Payouts of the others go on. Check the parameters of the coin and correct them if they are wrong.`,
  yield_contract_failed: t`A yield contract can’t be paid, released or closed. The others go on. Look for the error of this contract in the log.`,
  withdrawal_failed: t`A withdrawal can’t be sent or followed. The others go on. Look for the error of this withdrawal in the log.`,
  withdrawal_vanished: t`A completed withdrawal has left the chain. It is sent again and followed. Check that it confirms, or that nothing else has spent its coins.`,
  deposit_failed: t`A deposit or payment can’t be read or credited. The others go on. Look for its error in the log.`,
  deposit_scanner_halted: t`The reader of a chain stopped, because the chain has another history than the stored one. Nothing is credited until an operator has looked and resumes it on the page for deposits.`,
  commission_failed: t`A commission can’t be paid. The others go on. Look for its error in the log.`,
  robot_failed: t`A robot can’t take its turn. The others go on. Look for the error of this robot in the log, and compare its stored plan with what a robot may do.`,
  expert_failed: t`An expert can’t trade by rule, or a scheduled order can’t be placed. The others go on. Look for its error in the log.`,
  copies_failed: t`The copies of an order, or the profit share of a copier, can’t be worked out. The others go on. Look for its error in the log.`,
  payment_unwritten: t`A payment on the chain couldn’t be stored, so it isn’t credited. Look for its error in the log and correct the balance by hand.`,
  row_unreadable: t`A stored row can’t be read: it was altered, or sealed by another key. Compare it with the latest back-up.`,
  books_broken: t`Stored rows differ from the ledger or from the price record: somebody may have changed them. Run npm run reconcile, compare with the latest back-up, and look for who had access to the database.`,
  statement_refused: t`The statement of solvency of this day was not made, because the ledger does not reconcile, or stored rows differ from it. Run npm run reconcile.`,
  mail_not_sent: t`The mail server takes no mails. They wait in the queue and are tried again for 16 hours. Check SMTP_URL and the mail server.`,
  mail_given_up: t`A mail could not be sent within 16 hours and was deleted. The customer knows nothing of it.`,
  wrong_codes: t`Many wrong mailed codes were entered within a day: somebody may be guessing. Guesses are slowed down by themselves. Look at the networks in your proxy log and block those that guess.`,
  component_overdue: t`A package that the product runs on has a known fault, and the time to update it has passed. Update the package as docs/security/components.md says, or write down why it may wait.`,
  components_unchecked: t`The packages that the product runs on could not be compared with the list of known faults. Check the connection to the npm registry and run npm run audit:components.`,
})

/** What an alarm is about. Returns the kind itself for one that an older version raised. */
export const alarmText = (kind: string): string => alarmTexts()[kind as AlarmKind] ?? kind

export const factorDemandTexts = (): Record<FactorDemand, string> => ({
  optional: t`Optional`,
  before_money_leaves: t`Before money leaves`,
  always: t`Always`,
})

export const settingTexts = (): Record<SettingKey, { label: string; words: string }> => ({
  secondOperatorAboveUsd: {
    label: t`Second operator above`,
    words: t`Money actions worth more than this many dollars need the approval of a second operator. So does a smaller one that takes an operator, or a customer, past this sum within 24 hours. Corrections always need one, and so does raising this amount.`,
  },
  secondOperatorWaitDays: {
    label: t`Waiting time of a second operator, days`,
    words: t`How many days a new operator waits before they count as a second operator. The time begins again with new credentials or new rights. Until it is over, they can neither approve nor have their own proposals approved. Shortening it needs a second operator.`,
  },
  messagesMailbox: {
    label: t`Mailbox for messages`,
    words: t`A notice goes here for every contact message. Empty: to the address for support that the operator’s profile names.`,
  },
  payoutBps: {
    label: t`Payout rates`,
    words: t`Profit of a winning trade in basis points of its stake, for each asset class: 8,000 is 80 %. Empty: each symbol has the rate of the catalogue. Raising a rate needs a second operator.`,
  },
  bonus: {
    label: t`Bonus`,
    words: t`What a customer is given when verified (0: nothing), and how many times as much in settled stakes frees it. A bonus keeps the terms it was given under. At most the amount that one operator may give; better terms need a second operator.`,
  },
  addressBook: {
    label: t`Addresses of withdrawals`,
    words: t`How many hours a new address waits before it can be used, so that nobody else can empty an account unseen. An address that waits already keeps its time. Shortening it needs a second operator.`,
  },
  customerSecondFactor: {
    label: t`Second factor of customers`,
    words: t`Whether customers need an authenticator app or a passkey. “Before money leaves”: without one they can’t withdraw, add withdrawal addresses or make keys that withdraw. “Always”: without one they reach only their security page. Asking for less needs a second operator.`,
  },
  tradingLimits: {
    label: t`Limits of orders`,
    words: t`The smallest and largest stake, what one customer may have open, and what the house may have to pay for one symbol in one second. Raising a limit needs a second operator.`,
  },
})

export const flagTexts = (): Record<CustomerFlag, string> => ({
  watch: t`Watch closely`,
  crime: t`Suspected financial crime`,
  complaint: t`Open complaint`,
  vulnerable: t`May need help`,
})

/** What modules tell of a customer, by the names they tell it under. */
export const factNames = (): Readonly<Record<string, string>> => ({
  Trades: t`Trades`,
  Deposits: t`Deposits`,
  Withdrawals: t`Withdrawals`,
  'Own limits': t`Own limits`,
  Webhooks: t`Webhooks`,
  'Other accounts of this person': t`Other accounts of this person`,
})

export const documentNames = (): Record<DocumentMode, string> => ({
  Passport: t`Passport`,
  'Drivers License': t`Drivers License`,
  'National ID': t`National ID`,
})

export const rejectionReasonTexts = (): Record<RejectionReason, string> => ({
  unreadable: t`The pictures cannot be read. Take them again in good light, without glare.`,
  cut_off: t`A part of the document is missing. All four corners must be in the picture.`,
  wrong_document: t`This is not the document that was chosen, or not one that we take.`,
  expired: t`The document has expired. Send one that is still valid.`,
  other_name: t`The name on the document is not the name of the account.`,
  not_genuine: t`The document looks altered, or is a picture of a screen or a copy.`,
  under_age: t`The document says that you are younger than 18.`,
})

export const refusalReasonTexts = (): Record<RefusalReason, string> => ({
  insufficient_funds: t`The account does not hold enough for this withdrawal.`,
  inaccurate_information: t`Details of the account or of the destination are not accurate.`,
  suspected_financial_crime: t`We cannot rule out financial crime.`,
  destination_unusable: t`The destination cannot receive this payment.`,
})

export const withdrawalWaitTexts = (): Record<WithdrawalWait, string> => ({
  address_cooling: t`The address is new. It can be used after its waiting time.`,
  review: t`We are looking at this withdrawal more closely.`,
  second_approval: t`A second operator has to approve this.`,
  approval: t`Waiting for approval.`,
  sending: t`On its way to the network.`,
  funds: t`Waiting for funds: our wallet does not hold enough right now.`,
  chain_away: t`Waiting for the network.`,
  frozen: t`The account is frozen. Nothing leaves it.`,
  failed_on_chain: t`The network did not carry this out. We are looking into it.`,
  vanished: t`The transaction has left the chain. We sent it again and follow it until it confirms.`,
})

type PaymentState = CallOutput<'receipts.list'>[number]['payments'][number]['state']

/** How far a payment on a chain has come. */
export const paymentStateNames = (): Record<PaymentState, string> => ({
  seen: t`seen`,
  confirming: t`confirming`,
  confirmed: t`confirmed`,
  held: t`held by the customer’s own deposit limit`,
  credited: t`credited`,
  refund: t`to send back`,
  reversed: t`reversed`,
})

export const reviewKindNames = (): Record<ReviewKind, string> => ({
  trading: t`trading`,
  mining: t`mining`,
  farming: t`farming`,
})

export const hidingReasonTexts = (): Record<HidingReason, string> => ({
  personal_data: t`It showed personal data.`,
  abuse: t`It insulted or threatened somebody.`,
  off_topic: t`It said nothing of the plan.`,
  advertising: t`It advertised something.`,
})

/** The reason that hides a review, which calls answer in the contract's English. */
export function hiddenText(english: string): string {
  const reason = (Object.keys(hidingReasons) as HidingReason[]).find((one) => hidingReasons[one] === english)
  return reason ? hidingReasonTexts()[reason] : english
}
