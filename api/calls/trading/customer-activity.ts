import { z } from 'zod'
import { type Call, defineCall } from '../../call.ts'
import { phrases } from '../../sentences/phrases.ts'
import { activityCalls, activityLine } from './activity.ts'

const { group, symbol, result, before } = activityCalls.activity.input.shape

const customerActivity = defineCall({
  module: 'trading',
  access: 'operator',
  permission: 'customers.read',
  name: 'customers.activity',
  method: 'POST',
  summary:
    'Lists what happened on a customer’s accounts, newest first, 50 lines per page, as the customer sees it, but ' +
    'without the customer’s own notes. `next` is the `before` of the following page. Logged in the audit log.',
  input: z.object({ id: z.uuid(phrases.invalid_id), group, symbol, result, before }),
  output: z.object({ lines: z.array(activityLine.omit({ why: true })), next: z.string().nullable() }),
  refusals: {},
})

/** A customer's activity at the operators' desk. */
export const customerActivityCalls = {
  'customers.activity': customerActivity,
} as const satisfies Record<string, Call>
