import { z } from 'zod'
import { outcomeOutput } from '../../sentences/outcomes.ts'
import { accountFrozen, proofInput, proofRefusals } from '../identity/account-proof.ts'
import { defineCall, type Call } from '../../call.ts'
import { deliveryFailures, deliveryStates, maxEndpoints, offReasons } from '../../states/webhook-states.ts'

const id = z.string().max(60).default('')
const notFound = { status: 404, message: 'This endpoint no longer exists. Reload the page.' }
const off = { status: 409, message: 'Webhooks are switched off on this installation.' }
const endpointOff = { status: 409, message: 'This endpoint is switched off. Switch it on first.' }
const busy = {
  status: 409,
  message: 'Too many messages are queued for this endpoint. Wait until some of them have been delivered.',
}

const transferData = z.object({
  transfer: z.string().describe('ID of the transfer.'),
  kind: z
    .string()
    .describe('The purpose of the transfer, such as deposit, withdrawal, stake or profit. New kinds may be added.'),
  phase: z
    .enum(['done', 'pending', 'post', 'void'])
    .describe('`pending` reserves an amount; `post` and `void` end the reservation.'),
  account: z.string().describe('The account, such as trading or mining:BTC.'),
  asset: z.string(),
  amount: z.string().describe('Decimal amount.'),
  change: z.string().describe('Change in the balance, as a decimal; 0 for a reservation.'),
  balance: z.string().describe('Balance after the transfer, as a decimal.'),
  reference: z.string().nullable().describe('ID of the related object, such as a trade, a deposit or a contract.'),
  note: z.string().nullable(),
})

/** The JSON body of a message: `transfer.KIND` for each transfer on the customer's accounts, or `test`. */
export const webhookEvent = z.object({
  type: z.string().describe('`transfer.` and the kind of the transfer, or `test`.'),
  timestamp: z.string().describe('When the event happened, in ISO 8601 format.'),
  data: z.union([transferData, z.object({ message: z.string() })]),
})
export type WebhookEvent = z.infer<typeof webhookEvent>

/** Headers of each message, as specified by Standard Webhooks 1.0.0. */
export const webhookHeaders = {
  'webhook-id': 'ID of the event, the same for every attempt. Discard a message whose ID you have already seen.',
  'webhook-timestamp':
    'Time of this attempt, in seconds since 1970. Discard a message that is more than 5 minutes old.',
  'webhook-signature':
    '`v1,` and the base64 of HMAC-SHA-256 over `id.timestamp.body` with the endpoint’s secret. After a ' +
    'rotation, two signatures separated by a space.',
} as const

const list = defineCall({
  name: 'webhooks',
  module: 'webhooks',
  method: 'GET',
  access: 'customer',
  withoutFactor: true,
  scope: 'session',
  summary:
    'Lists the account’s webhook endpoints, each with its newest deliveries, at most 100. Each transfer on the ' +
    'customer’s accounts is sent to each endpoint, signed as specified by Standard Webhooks (standardwebhooks.com).',
  input: z.object({}),
  output: z.object({
    /** False if the operator has disabled webhooks. */
    available: z.boolean(),
    endpoints: z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        createdAt: z.string(),
        lastSuccessAt: z.string().nullable(),
        off: z.object({ since: z.string(), reason: z.enum(offReasons) }).nullable(),
        /** The time until which messages also carry a signature made with the previous secret. */
        oldSecretUntil: z.string().nullable(),
        deliveries: z.array(
          z.object({
            event: z.string(),
            type: z.string(),
            at: z.string(),
            state: z.enum(deliveryStates),
            attempts: z.number().int(),
            attemptedAt: z.string().nullable(),
            status: z.number().int().nullable(),
            failure: z.enum(deliveryFailures).nullable(),
            durationMs: z.number().int().nullable(),
            nextAttemptAt: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  refusals: {},
})

const add = defineCall({
  name: 'webhooks.add',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  summary:
    'Adds a webhook endpoint and returns its signing secret, which is shown once. Requires the password and, if one ' +
    'is set up, a second factor.',
  input: z.object({ url: z.string().trim().max(500).default(''), ...proofInput }),
  output: outcomeOutput.extend({ id: z.string(), secret: z.string() }),
  refusals: {
    webhooks_off: off,
    account_frozen: accountFrozen,
    bad_url: {
      status: 400,
      message: 'Enter a public URL that starts with https:// and contains no user name or password.',
    },
    same_url: { status: 409, message: 'You already have an endpoint with this URL.' },
    too_many_endpoints: {
      status: 409,
      message: `An account can have at most ${maxEndpoints} endpoints. Remove one first.`,
    },
    ...proofRefusals,
  },
})

const remove = defineCall({
  name: 'webhooks.remove',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  withoutFactor: true,
  summary: 'Removes an endpoint and its log. Pending messages aren’t sent.',
  input: z.object({ id }),
  output: outcomeOutput,
  refusals: { endpoint_not_found: notFound },
})

const rotate = defineCall({
  name: 'webhooks.rotate',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  summary:
    'Creates a new signing secret, which is shown once. For 24 hours, messages also carry a signature made with ' +
    'the old secret. Requires the password and, if one is set up, a second factor.',
  input: z.object({ id, ...proofInput }),
  output: outcomeOutput.extend({ secret: z.string() }),
  refusals: { endpoint_not_found: notFound, account_frozen: accountFrozen, ...proofRefusals },
})

const enable = defineCall({
  name: 'webhooks.enable',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  summary:
    'Enables a disabled endpoint. Failed and missed events are sent. Requires the password and, if one is set up, a ' +
    'second factor.',
  input: z.object({ id, ...proofInput }),
  output: outcomeOutput,
  refusals: {
    webhooks_off: off,
    endpoint_not_found: notFound,
    endpoint_on: { status: 409, message: 'This endpoint is already switched on.' },
    account_frozen: accountFrozen,
    ...proofRefusals,
  },
})

const test = defineCall({
  name: 'webhooks.test',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  summary: 'Sends a test event to an endpoint. The log shows the outcome.',
  input: z.object({ id }),
  output: outcomeOutput.extend({ event: z.string() }),
  weight: 10,
  refusals: {
    webhooks_off: off,
    account_frozen: accountFrozen,
    endpoint_not_found: notFound,
    endpoint_off: endpointOff,
    too_many_waiting: busy,
  },
})

const redeliver = defineCall({
  name: 'webhooks.redeliver',
  module: 'webhooks',
  method: 'POST',
  access: 'customer',
  summary: 'Resends a message from the log with the same `webhook-id` and body.',
  input: z.object({ id, event: z.string().max(60).default('') }),
  output: outcomeOutput,
  weight: 10,
  refusals: {
    webhooks_off: off,
    account_frozen: accountFrozen,
    endpoint_not_found: notFound,
    endpoint_off: endpointOff,
    delivery_not_found: { status: 404, message: 'This message is no longer in the log.' },
  },
})

/** Webhooks: messages to customers' programs. */
export const webhooksCalls = {
  webhooks: list,
  'webhooks.add': add,
  'webhooks.remove': remove,
  'webhooks.rotate': rotate,
  'webhooks.enable': enable,
  'webhooks.test': test,
  'webhooks.redeliver': redeliver,
} as const satisfies Record<string, Call>
