import { z } from 'zod'
import { defineCall, type Call } from './call.ts'

/**
 * Every kind of alarm, in words for operators: what is wrong and what to do about it. Add a kind here (and to `alarmTexts` in
 * `web/operator/words.ts`) before raising it with `platform.alarms`.
 */
export const alarmWords = {
  operator_locked_out: 'Somebody tried to sign in to the desk with wrong credentials, too often. Check with the operator whether it was them.',
  mining_output_failed: 'Mining contracts can’t be paid their outputs. Payouts of the others go on. Check the parameters of the coin and correct them if they are wrong.',
  yield_contract_failed: 'A yield contract can’t be paid, released or closed. The others go on. Look for the error of this contract in the log.',
} as const satisfies Record<string, string>
export type AlarmKind = keyof typeof alarmWords

const alarms = defineCall({
  name: 'alarms',
  module: 'operators',
  method: 'GET',
  access: 'operator',
  permission: 'alarms.read',
  summary: 'Open alarms, newest first: what is wrong, since when, and how often it was raised. An alarm closes when its cause is gone.',
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
