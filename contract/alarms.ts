import { z } from 'zod'
import { defineCall, type Call } from './call.ts'

/**
 * Every kind of alarm, in words for operators: what is wrong and what to do about it. Add a kind here (and to `alarmTexts` in
 * `web/operator/words.ts`) before raising it with `platform.alarms`.
 */
export const alarmWords = {
  prices_stopped:
    'The prices of some symbols stopped, and the source has not said that they ended. Trading in them is closed. Check the connection to the source, the recording, or the setting MARKET.',
  trade_unsettled:
    'A trade could not be settled, so it stays open while all others settle. Its stored row contradicts the ledger: compare the two and correct the cause. It is tried again every minute.',
  operator_locked_out:
    'Somebody tried to sign in to the desk with wrong credentials, too often. Check with the operator whether it was them.',
  mining_output_failed:
    'Mining contracts can’t be paid their outputs. Payouts of the others go on. Check the parameters of the coin and correct them if they are wrong.',
  yield_contract_failed:
    'A yield contract can’t be paid, released or closed. The others go on. Look for the error of this contract in the log.',
  withdrawal_failed:
    'A withdrawal can’t be sent or followed. The others go on. Look for the error of this withdrawal in the log.',
  withdrawal_vanished:
    'A completed withdrawal has left the chain. It is sent again and followed. Check that it confirms, or that nothing else has spent its coins.',
  deposit_failed: 'A deposit or payment can’t be read or credited. The others go on. Look for its error in the log.',
  deposit_scanner_halted:
    'The reader of a chain stopped, because the chain has another history than the stored one. Nothing is credited until an operator has looked and resumes it on the page for deposits.',
  commission_failed: 'A commission can’t be paid. The others go on. Look for its error in the log.',
  robot_failed:
    'A robot can’t take its turn. The others go on. Look for the error of this robot in the log, and compare its stored plan with what a robot may do.',
  expert_failed:
    'An expert can’t trade by rule, or a scheduled order can’t be placed. The others go on. Look for its error in the log.',
  copies_failed:
    'The copies of an order, or the profit share of a copier, can’t be worked out. The others go on. Look for its error in the log.',
  payment_unwritten:
    'A payment on the chain couldn’t be stored, so it isn’t credited. Look for its error in the log and correct the balance by hand.',
  row_unreadable:
    'A stored row can’t be read: it was altered, or sealed by another key. Compare it with the latest back-up.',
  books_broken:
    'Stored rows differ from the ledger or from the price record: somebody may have changed them. Run npm run reconcile, compare with the latest back-up, and look for who had access to the database.',
  statement_refused:
    'The statement of solvency of this day was not made, because the ledger does not reconcile, or stored rows differ from it. Run npm run reconcile.',
  mail_not_sent:
    'The mail server takes no mails. They wait in the queue and are tried again for 16 hours. Check SMTP_URL and the mail server.',
  mail_given_up: 'A mail could not be sent within 16 hours and was deleted. The customer knows nothing of it.',
  wrong_codes:
    'Many wrong mailed codes were entered within a day: somebody may be guessing. Guesses are slowed down by themselves. Look at the networks in your proxy log and block those that guess.',
  component_overdue:
    'A package that the product runs on has a known fault, and the time to update it has passed. Update the package as docs/security/components.md says, or write down why it may wait.',
  components_unchecked:
    'The packages that the product runs on could not be compared with the list of known faults. Check the connection to the npm registry and run npm run audit:components.',
} as const satisfies Record<string, string>
export type AlarmKind = keyof typeof alarmWords

const alarms = defineCall({
  name: 'alarms',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'alarms.read',
  summary:
    'Open alarms, newest first: what is wrong, since when, and how often it was raised. An alarm closes when its cause is gone.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      words: z.string(),
      subject: z.string(),
      details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      first: z.string(),
      last: z.string(),
      count: z.number().int(),
    }),
  ),
  refusals: {},
})

/** Alarms of the installation, as the desk shows them. */
export const alarmsCalls = { alarms } as const satisfies Record<string, Call>
