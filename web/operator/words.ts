import { t } from '@lingui/core/macro'
import type { CallOutput } from '../data/call.ts'
import type { AlarmKind } from '../../api/calls/operators/alarms.ts'
import type { CustomerFlag } from '../../api/customer-flags.ts'
import type { Permission, Role } from '../../api/permissions.ts'
import { hidingReasons, type HidingReason, type ReviewKind } from '../../api/sentences/review-words.ts'
import type { FactorDemand } from '../../api/calls/identity/factor-demand.ts'
import type { SettingKey } from '../../api/sentences/setting-words.ts'
import { rejectionReasons, type DocumentMode, type RejectionReason } from '../../api/states/verification-states.ts'
import { refusalReasons, type RefusalReason, type WithdrawalWait } from '../../api/states/withdrawal-states.ts'

// Strings of the API in the page's language. In English, they must equal those in `api/`.

const roleNames = (): Record<Role, string> => ({
  owner: t`Owner`,
  finance: t`Finance`,
  compliance: t`Compliance`,
  support: t`Support`,
  auditor: t`Auditor`,
})

/** Returns the name of a role. */
export const roleName = (role: string): string => roleNames()[role as Role]

/** Returns the names of roles, separated by commas. */
export const rolesText = (roles: readonly string[]): string => roles.map(roleName).join(', ')

export const permissionTexts = (): Record<Permission, string> => ({
  'customers.read': t`View customers with their details and full ledger`,
  'customers.names': t`View names and email addresses in the list of customers, and search by name`,
  'customers.manage': t`Freeze and unfreeze accounts, correct details, write notes and set flags`,
  'verifications.decide': t`Open identity documents after giving a reason, and approve or reject them`,
  'receipts.decide': t`Review payment receipts, and approve or decline them`,
  'withdrawals.decide': t`Approve and refuse withdrawals`,
  'corrections.propose': t`Propose balance corrections`,
  'money.approve': t`Approve other operators’ proposals as the second operator`,
  'plans.manage': t`Edit plans`,
  'rates.manage': t`Edit rates, payout rates and limits`,
  'experts.manage': t`Schedule manual orders for experts, and stop experts`,
  'announcements.manage': t`Publish announcements`,
  'messages.answer': t`Read and reply to contact messages`,
  'operators.manage': t`Invite operators and change their roles`,
  'audit.read': t`Read the audit log`,
  'alarms.read': t`View this installation’s alarms`,
  'figures.read': t`View this installation’s business figures`,
})

const alarmTexts = (): Record<AlarmKind, string> => ({
  prices_stopped: t`Some symbols no longer receive prices, although their source hasn’t ended. Trading in these \
symbols is closed. Check the connection to the source, the recording or the MARKET setting.`,
  trade_unsettled: t`A trade can’t be settled and stays open because its stored row contradicts the ledger. Compare \
the two and correct the cause. Settlement is retried every minute. All other trades settle as usual.`,
  operator_locked_out: t`Too many failed attempts to sign in to an operator’s desk account. Ask the operator whether \
they made them.`,
  mining_output_failed: t`The outputs of some mining contracts can’t be paid. Other contracts are paid as usual. Check \
the coin’s parameters and correct them if they are wrong.`,
  yield_contract_failed: t`A yield contract can’t be paid, released or closed. Other contracts continue. Find the \
error for this contract in the log.`,
  withdrawal_failed: t`A withdrawal can’t be sent or tracked. Other withdrawals continue. Find the error for this \
withdrawal in the log.`,
  withdrawal_vanished: t`A chain reorganisation removed the transaction of a completed withdrawal. It was sent again \
and is being tracked. Check that it confirms and that no other transaction has spent its coins.`,
  deposit_failed: t`A deposit or payment can’t be read or credited. Other deposits continue. Find the error in the \
log.`,
  deposit_scanner_halted: t`A scanner halted because the chain’s history differs from the stored one. Nothing is \
credited until an operator checks the chain and resumes the scanner.`,
  commission_failed: t`A commission can’t be paid. Other commissions continue. Find the error in the log.`,
  robot_failed: t`A robot can’t run. Other robots continue. Find the error for this robot in the log, and check that \
its stored settings are valid.`,
  expert_failed: t`An expert can’t trade by its rule, or a scheduled order can’t be placed. Other experts continue. \
Find the error in the log.`,
  copies_failed: t`The copies of an order or a copier’s profit share can’t be computed. Other copies continue. Find \
the error in the log.`,
  payment_unwritten: t`A payment on the chain couldn’t be stored, so it isn’t credited. Find the error in the log and \
propose a balance correction.`,
  row_unreadable: t`A stored row can’t be read: it was changed, or encrypted with another key. Compare it with the \
latest backup.`,
  books_broken: t`Stored rows differ from the ledger or the price record. Somebody may have changed them. Run npm run \
reconcile, compare with the latest backup, and check who had access to the database.`,
  statement_refused: t`The statement of solvency for this day wasn’t created because the ledger doesn’t reconcile or \
stored rows differ from it. Run npm run reconcile.`,
  log_stopped: t`The transparency log has no new checkpoint, because its tree doesn’t extend the one that was signed \
last. The database was restored from an older backup, or somebody changed it. Compare it with the latest backup.`,
  log_signer_failed: t`The process that signs the transparency log doesn’t start, so the log has no new checkpoint. \
Find the error in the log, and check the folder log-signer in DATA_DIR.`,
  mail_not_sent: t`The mail server isn’t accepting email. Unsent emails stay in the queue and are retried for 16 \
hours. Check SMTP_URL and the mail server.`,
  mail_given_up: t`An email couldn’t be sent within 16 hours and was deleted. The customer hasn’t been notified.`,
  wrong_codes: t`Many incorrect emailed codes were entered within a day. Somebody may be guessing codes. Further \
attempts are slowed down automatically. Find the networks that they come from in your proxy log and block them.`,
  component_overdue: t`A package that the product depends on has a known vulnerability, and the deadline to update it \
has passed. Update the package as described in docs/security/components.md, or record why the update can wait.`,
  components_unchecked: t`The packages that the product depends on couldn’t be checked for known vulnerabilities. \
Check the connection to the npm registry and run npm run audit:components.`,
})

/** Returns the text of an alarm, or the kind itself if an older version raised it. */
export const alarmText = (kind: string): string => alarmTexts()[kind as AlarmKind] ?? kind

export const factorDemandTexts = (): Record<FactorDemand, string> => ({
  optional: t`Optional`,
  before_money_leaves: t`For withdrawals`,
  always: t`Always`,
})

export const settingTexts = (): Record<SettingKey, { label: string; words: string }> => ({
  secondOperatorAboveUsd: {
    label: t`Two-person approval threshold`,
    words: t`Money actions worth more than this many dollars need a second operator’s approval. So does a smaller \
action if one operator’s actions, or those for one customer, exceed this total within 24 hours. Corrections always \
need approval, and so does raising this amount.`,
  },
  secondOperatorWaitDays: {
    label: t`Waiting time for a second operator (days)`,
    words: t`How many days pass before a new operator counts as a second operator. The wait restarts with new \
credentials or new permissions. Until it ends, new operators can’t approve proposals or have their own approved. \
Shortening it needs a second operator’s approval.`,
  },
  messagesMailbox: {
    label: t`Email address for message notifications`,
    words: t`Email address that receives a notification of every contact message. Leave empty to use the support \
address in the operator’s profile.`,
  },
  payoutBps: {
    label: t`Payout rates`,
    words: t`Profit of a winning trade as a percentage of its stake, for each asset class. Leave empty to use each \
symbol’s catalogue rate. Raising a rate needs a second operator’s approval.`,
  },
  bonus: {
    label: t`Bonus`,
    words: t`Bonus that a customer receives on verification (0 for none), and the turnover in settled stakes, as a \
multiple of the bonus, that unlocks it. A bonus keeps its original terms. The amount can’t exceed what one operator \
may grant. Better terms need a second operator’s approval.`,
  },
  addressBook: {
    label: t`Withdrawal addresses`,
    words: t`How many hours must pass before a new address can be used, so that nobody else can empty an account \
unnoticed. Addresses that customers have already added keep their waiting time. Shortening it needs a second \
operator’s approval.`,
  },
  customerSecondFactor: {
    label: t`Second factor for customers`,
    words: t`Whether customers need an authenticator app or a passkey. “For withdrawals”: without one, they can’t \
withdraw, add withdrawal addresses or create API keys that can withdraw. “Always”: without one, they can open only \
their security page. Relaxing this setting needs a second operator’s approval.`,
  },
  tradingLimits: {
    label: t`Order limits`,
    words: t`The minimum and maximum stake, each customer’s limits on open trades, and the most the house may have to \
pay for one symbol in one second. Raising a limit needs a second operator’s approval.`,
  },
})

export const flagTexts = (): Record<CustomerFlag, string> => ({
  watch: t`Watch closely`,
  crime: t`Suspected financial crime`,
  complaint: t`Open complaint`,
  vulnerable: t`May need help`,
})

/** Labels of the facts that modules report about a customer, by name. */
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
  unreadable: t`The pictures are unreadable. Take them again in good light, without glare.`,
  cut_off: t`Part of the document is missing. All four corners must be in the picture.`,
  wrong_document: t`This isn’t the type of document you chose, or it isn’t one that we accept.`,
  expired: t`The document has expired. Send a valid one.`,
  other_name: t`The name on the document doesn’t match the account name.`,
  not_genuine: t`The document looks altered, or the picture shows a screen or a copy.`,
  under_age: t`According to the document, you are under 18.`,
})

export const refusalReasonTexts = (): Record<RefusalReason, string> => ({
  insufficient_funds: t`The account balance doesn’t cover this withdrawal.`,
  inaccurate_information: t`Some details of the account or the destination are inaccurate.`,
  suspected_financial_crime: t`We cannot rule out financial crime.`,
  destination_unusable: t`The destination cannot receive this payment.`,
})

export const withdrawalWaitTexts = (): Record<WithdrawalWait, string> => ({
  address_cooling: t`The address is new. You can use it once its waiting time ends.`,
  review: t`We are reviewing this withdrawal.`,
  second_approval: t`A second operator has to approve this.`,
  approval: t`Waiting for approval.`,
  sending: t`On its way to the network.`,
  funds: t`Waiting for funds: our wallet doesn’t hold enough right now.`,
  chain_away: t`Waiting for the network.`,
  frozen: t`The account is frozen. Nothing can be withdrawn from it.`,
  failed_on_chain: t`The network didn’t process this transaction. We are looking into it.`,
  vanished: t`A chain reorganisation removed the transaction. We sent it again and are tracking it until it confirms.`,
})

type PaymentState = CallOutput<'receipts.list'>[number]['payments'][number]['state']

/** Names of the states of a payment on a chain. */
export const paymentStateNames = (): Record<PaymentState, string> => ({
  seen: t`seen`,
  confirming: t`confirming`,
  confirmed: t`confirmed`,
  held: t`on hold because of the customer’s own deposit limit`,
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
  personal_data: t`It contained personal data.`,
  abuse: t`It insulted or threatened someone.`,
  off_topic: t`It wasn’t about the plan.`,
  advertising: t`It advertised something.`,
})

/** Returns a stored reason in the page's language if an operator chose it from a list, or else as it was written. */
export function reasonText(stored: string): string {
  const lists: [Readonly<Record<string, string>>, Readonly<Record<string, string>>][] = [
    [rejectionReasons, rejectionReasonTexts()],
    [refusalReasons, refusalReasonTexts()],
    [hidingReasons, hidingReasonTexts()],
  ]
  for (const [english, translated] of lists)
    for (const [code, text] of Object.entries(english)) if (text === stored) return translated[code]!
  return stored
}
