import { z } from 'zod'
import { defineCall, type Call } from '../../call.ts'
import { storedTextsOutput } from '../../sentences/phrase-output.ts'

/**
 * Every kind of alarm, described for operators: what is wrong and what to do about it. Add a kind here (and to
 * `alarmTexts` in `web/operator/words.ts`) before raising it with `platform.alarms`.
 */
export const alarmWords = {
  prices_stopped:
    'Some symbols no longer receive prices, although their source hasn’t ended. Trading in these symbols is ' +
    'closed. Check the connection to the source, the recording or the MARKET setting.',
  trade_unsettled:
    'A trade can’t be settled and stays open because its stored row contradicts the ledger. Compare the two and ' +
    'correct the cause. Settlement is retried every minute. All other trades settle as usual.',
  operator_locked_out:
    'Too many failed attempts to sign in to an operator’s desk account. Ask the operator whether they made them.',
  mining_output_failed:
    'The outputs of some mining contracts can’t be paid. Other contracts are paid as usual. Check the coin’s ' +
    'parameters and correct them if they are wrong.',
  yield_contract_failed:
    'A yield contract can’t be paid, released or closed. Other contracts continue. Find the error for this ' +
    'contract in the log.',
  withdrawal_failed:
    'A withdrawal can’t be sent or tracked. Other withdrawals continue. Find the error for this withdrawal in the log.',
  withdrawal_vanished:
    'A chain reorganisation removed the transaction of a completed withdrawal. It was sent again and is being ' +
    'tracked. Check that it confirms and that no other transaction has spent its coins.',
  deposit_failed: 'A deposit or payment can’t be read or credited. Other deposits continue. Find the error in the log.',
  deposit_scanner_halted:
    'A scanner halted because the chain’s history differs from the stored one. Nothing is credited until an ' +
    'operator checks the chain and resumes the scanner.',
  commission_failed: 'A commission can’t be paid. Other commissions continue. Find the error in the log.',
  robot_failed:
    'A robot can’t run. Other robots continue. Find the error for this robot in the log, and check that its stored ' +
    'settings are valid.',
  expert_failed:
    'An expert can’t trade by its rule, or a scheduled order can’t be placed. Other experts continue. Find the ' +
    'error in the log.',
  copies_failed:
    'The copies of an order or a copier’s profit share can’t be computed. Other copies continue. Find the error in ' +
    'the log.',
  payment_unwritten:
    'A payment on the chain couldn’t be stored, so it isn’t credited. Find the error in the log and propose a ' +
    'balance correction.',
  row_unreadable:
    'A stored row can’t be read: it was changed, or encrypted with another key. Compare it with the latest backup.',
  books_broken:
    'Stored rows differ from the ledger or the price record. Somebody may have changed them. Run npm run ' +
    'reconcile, compare with the latest backup, and check who had access to the database.',
  log_stopped:
    'The transparency log has no new checkpoint, because its tree doesn’t extend the one that was signed last. The ' +
    'database was restored from an older backup, or somebody changed it. Compare it with the latest backup.',
  log_signer_failed:
    'The process that signs the transparency log doesn’t start, so the log has no new checkpoint. Find the error in ' +
    'the log, and check the folder log-signer in DATA_DIR.',
  statement_refused:
    'The statement of solvency for this day wasn’t created because the ledger doesn’t reconcile or stored rows ' +
    'differ from it. Run npm run reconcile.',
  mail_not_sent:
    'The mail server isn’t accepting email. Unsent emails stay in the queue and are retried for 16 hours. Check ' +
    'SMTP_URL and the mail server.',
  mail_given_up: 'An email couldn’t be sent within 16 hours and was deleted. The customer hasn’t been notified.',
  wrong_codes:
    'Many incorrect emailed codes were entered within a day. Somebody may be guessing codes. Further attempts are ' +
    'slowed down automatically. Find the networks that they come from in your proxy log and block them.',
  component_overdue:
    'A package that the product depends on has a known vulnerability, and the deadline to update it has passed. ' +
    'Update the package as described in docs/security/components.md, or record why the update can wait.',
  components_unchecked:
    'The packages that the product depends on couldn’t be checked for known vulnerabilities. Check the connection ' +
    'to the npm registry and run npm run audit:components.',
} as const satisfies Record<string, string>
export type AlarmKind = keyof typeof alarmWords

const alarms = defineCall({
  name: 'alarms',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'alarms.read',
  summary:
    'Lists open alarms, newest first: what is wrong, since when, and how often it was raised. An alarm closes when ' +
    'its cause is gone.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      words: z.string(),
      subject: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      ...storedTextsOutput,
      first: z.string(),
      last: z.string(),
      count: z.number().int(),
    }),
  ),
  refusals: {},
})

/** Alarms of the installation, as the desk shows them. */
export const alarmsCalls = { alarms } as const satisfies Record<string, Call>
